import { say } from '@tianping/contract/refusals'
import { formatFen, yuanOf } from '@tianping/money'
import { explained, figures } from '../../../kernel/http/explain.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { claimInTurn } from '../claimQueue.ts'
import { OWN_SEED } from '../claimAll.ts'

/**
 * A draw over the tier's published range, paid at once with its turnover requirement
 * (docs/decisions/0034-red-packet-tiers-and-draws.md).
 */
export const douserredpacket: Handler<'POST /api/douserredpacket'> = async ({
  db,
  clock,
  body,
  caller,
  member,
}) => {
  if (!OWN_SEED.test(body.client_seed))
    throw explained(
      say('red_packet.seed_format'),
      {
        rule: 'client_seed',
        version: 0,
        inputs: [figures.text('client_seed', '自定义种子', body.client_seed)],
      },
      { field: 'client_seed' },
    )
  // The moment the call came counts, however long it waits for its turn.
  const claimed = await claimInTurn(db, {
    memberId: member.memberId,
    ownSeed: body.client_seed,
    actionKey: caller.key,
    now: clock.now(),
  })
  if ('refusal' in claimed) throw claimed.refusal
  const { draw, commit } = claimed
  return {
    message: `恭喜您获得${formatFen(draw.amountFen)}元红包`,
    data: {
      redpacketmoney: yuanOf(draw.amountFen),
      id: draw.drawId,
      client_seed: draw.clientSeed,
      nonce: draw.nonce,
      commit,
    },
  }
}
