import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { fenOf, formatFen, yuanOf } from '@tianping/money'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { Handler, Services } from '../../kernel/http/services.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { openOf } from '../../ledger/wagering.ts'
import { awayFromHome, lookEverywhere, type Look } from '../venues/venues.ts'
import { endBonus, takesNow, type Ended, type Ending } from './endBonus.ts'
import { paidAs, type Source } from './sources.ts'
import { givenUpByAction } from './store/givenUp.sql.ts'

type Asked = {
  memberId: bigint
  source: Source
  /** What the member was shown and agreed to. */
  takesFen: bigint
  actionKey: string
  now: Date
}

/**
 * Money at a venue, or staked there, may be the bonus: it comes home first, so that nobody hides
 * the bonus in a game, gives up nothing and is paid free of turnover afterwards.
 */
async function refuseAway(tx: Tx, memberId: bigint, look: Look) {
  const away = await awayFromHome(tx, memberId, look)
  if (away === 'at_venue') throw new Refusal(say('bonus.at_venue'), { rule: 'at_venue' })
  if (away === 'open_bets') throw new Refusal(say('bonus.open_bets'), { rule: 'open_bets' })
}

/** Takes the money, ends the requirement, keeps the record and tells the member, or nothing. */
async function giveUp(tx: Tx, asked: Asked, look: Look): Promise<Ended> {
  const { memberId, source, actionKey } = asked
  await lockMember(tx, memberId)
  const before = await givenUpByAction(tx, memberId, actionKey)
  if (before) return before
  existing(paidAs(source), 'bonus.not_open')
  const open = existing(await openOf(tx, memberId, source), 'bonus.not_open')
  await refuseAway(tx, memberId, look)
  const ending: Ending = { ...asked, reason: 'given_up' }
  const { bonusFen, takenFen } = await takesNow(tx, ending)
  if (takenFen !== asked.takesFen)
    throw new Refusal(say('bonus.changed', { taken: formatFen(takenFen) }), {
      rule: 'changed',
      takes: yuanOf(takenFen),
    })
  const freedFen = open.requiredFen - open.contributedFen
  return endBonus(tx, ending, { bonusFen, takenFen, freedFen })
}

/** Venues are asked only about a bonus that is there to be given up. */
async function begin(services: Services, asked: Asked): Promise<Ended> {
  const { db } = services
  const { memberId, source } = asked
  if (!(paidAs(source) && (await openOf(db, memberId, source))))
    throw new Refusal(say('bonus.not_open'))
  const look = await lookEverywhere(services, memberId)
  if (look.silent)
    throw new Refusal(say('bonus.unreachable', { venue: look.silent.name }), {
      rule: 'unreachable',
    })
  return transaction(db, tx => giveUp(tx, asked, look))
}

export const giveup: Handler<'POST /api/wageringaudit/giveup'> = async ({
  body,
  caller,
  member: { memberId },
  ...services
}) => {
  const before = await givenUpByAction(services.db, memberId, caller.key)
  const { takenFen, freedFen } =
    before ??
    (await begin(services, {
      memberId,
      source: { type: body.source, id: body.source_no },
      takesFen: fenOf(body.takes),
      actionKey: caller.key,
      now: services.clock.now(),
    }))
  services.bus.publish('member', [memberId.toString()])
  return {
    message: `已放弃，扣除${formatFen(takenFen)}元`,
    data: { taken: yuanOf(takenFen), freed: yuanOf(freedFen) },
  }
}
