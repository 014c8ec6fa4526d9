import { say } from '@tianping/contract/refusals'
import { formatFen, parseYuan, yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { transferState } from '@tianping/contract/venues/facts'
import { PLATFORM, transferRules } from '@tianping/contract/wallet/rules'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler, Services } from '../../../kernel/http/services.ts'
import { transferWithVenue, type TransferResult, type Venue } from '../../venues/venues.ts'
import { mayPlay } from '../../protection/protection.ts'
import { readMember } from '../../account/account.ts'
import { present } from '../../../kernel/present.ts'

export const transfer: Handler<'POST /api/transfer'> = async ({
  body,
  caller,
  member,
  ...services
}) => {
  refuseIf(transferRules(body))
  const direction = body.sourcetype === PLATFORM ? 'IN' : 'OUT'
  const venue = await venueFor(services, direction === 'IN' ? body.targettype : body.sourcetype)
  if (direction === 'IN') await roomFor(services, member.memberId, venue)
  // Manual transfer is available only when auto-transfer is off (P2-4-27).
  if ((await readMember(services.db, member.memberId)).transferstatus)
    throw new Refusal(say('transfer.automatic'))
  const result = await transferWithVenue(services, {
    memberId: member.memberId,
    venue,
    direction,
    amountFen: present(parseYuan(body.amount), 'amount that the rules let pass'),
    requestKey: caller.key,
    actor: { type: 'member', id: member.memberId.toString() },
  })
  return answerOf(result, venue)
}

export async function venueFor({ venues }: Services, code: string): Promise<Venue> {
  const venue = await venues.named(code)
  if (!venue) throw new Refusal(say('transfer.venue_not_found'))
  if (venue.wallet === 'seamless')
    throw new Refusal(say('transfer.seamless', { venue: venue.name }))
  return venue
}

/** Refuses where no money may move in; answers what limits of play leave. */
export async function roomFor({ db, clock }: Services, memberId: bigint, venue: Venue) {
  if (venue.state !== 'open') throw new Refusal(say('transfer.venue_closed', { venue: venue.name }))
  return mayPlay(db, memberId, clock.now())
}

const overLimit = (mostFen: bigint, { name }: Venue) =>
  new Refusal(
    mostFen > 0n
      ? say('transfer.venue_limit', { venue: name, most: formatFen(mostFen) })
      : say('transfer.venue_full', { venue: name }),
    { rule: 'venue_limit', most: yuanOf(mostFen) },
  )

/** What a member is told of a transfer; throws where nothing moved. */
export function answerOf(result: TransferResult, venue: Venue) {
  switch (result.kind) {
    case 'done':
      return {
        message: '操作成功！',
        data: { out_trade_no: result.transfer.txId, state: transferState.done },
      }
    case 'pending':
      return {
        message: '转账处理中，结果请查看交易记录',
        data: { out_trade_no: result.transfer.txId, state: transferState.pending },
      }
    case 'failed':
      throw new Refusal(say('transfer.failed'), { out_trade_no: result.transfer.txId })
    case 'insufficient':
      throw new Refusal(say('transfer.balance', { available: formatFen(result.availableFen) }), {
        rule: 'balance',
        available: yuanOf(result.availableFen),
      })
    case 'apart':
      throw new Refusal(
        say('transfer.apart', {
          apart: formatFen(result.apart.fen),
          limit: result.apart.limit,
          until: beijing(result.apart.until),
          available: formatFen(result.availableFen),
        }),
        {
          rule: 'apart',
          apart: yuanOf(result.apart.fen),
          available: yuanOf(result.availableFen),
          until: beijing(result.apart.until),
        },
      )
    case 'empty':
      throw new Refusal(say('transfer.nothing_to_move'))
    case 'busy':
      throw new Refusal(say('transfer.under_way', { venue: venue.name }))
    case 'over_limit':
      throw overLimit(result.mostFen, venue)
    case 'unreachable':
      throw new Refusal(say('transfer.unreachable', { venue: venue.name }))
  }
}
