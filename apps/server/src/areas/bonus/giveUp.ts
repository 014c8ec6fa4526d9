import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { fenOf, formatFen, yuanOf } from '@tianping/money'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { Handler, Services } from '../../kernel/http/services.ts'
import { present } from '../../kernel/present.ts'
import { amountsOf, balances, lockMember, post } from '../../ledger/ledger.ts'
import { cancelRequirement, openOf } from '../../ledger/wagering.ts'
import { notify } from '../message/message.ts'
import { awayFromHome, lookEverywhere, type Look } from '../venues/venues.ts'
import { takenOf } from './bonusesOf.ts'
import { paidAs, sourceLabel, type Source } from './sources.ts'
import { givenUpByAction, keepGivenUp } from './store/givenUp.sql.ts'

type Asked = {
  memberId: bigint
  source: Source
  /** What the member was shown and agreed to. */
  takesFen: bigint
  actionKey: string
  now: Date
}
type Done = { takenFen: bigint; freedFen: bigint }

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
async function giveUp(tx: Tx, asked: Asked, look: Look): Promise<Done> {
  const { memberId, source, actionKey, now } = asked
  await lockMember(tx, memberId)
  const before = await givenUpByAction(tx, memberId, actionKey)
  if (before) return before
  const paid = existing(paidAs(source), 'bonus.not_open')
  const open = existing(await openOf(tx, memberId, source), 'bonus.not_open')
  await refuseAway(tx, memberId, look)
  const amounts = await amountsOf(tx, memberId, [paid.key])
  const bonusFen = present(amounts.get(paid.key), `posting ${paid.key}`)
  const takenFen = takenOf(bonusFen, (await balances(tx, memberId)).cashAvailableFen)
  if (takenFen !== asked.takesFen)
    throw new Refusal(say('bonus.changed', { taken: formatFen(takenFen) }), {
      rule: 'changed',
      takes: yuanOf(takenFen),
    })
  if (takenFen > 0n) await take(tx, asked, takenFen)
  const freedFen = open.requiredFen - open.contributedFen
  const of = { memberId, sourceType: source.type, sourceId: source.id }
  if (!(await cancelRequirement(tx, of))) throw new Error(`requirement of ${paid.key} stayed open`)
  await keepGivenUp(tx, { ...of, actionKey, bonusFen, takenFen, freedFen, givenUpAt: now })
  await notify(tx, memberId, '彩金已放弃', letterOf(source, { takenFen, freedFen }), now, {
    kind: 'money',
    link: '/wageringAudit',
  })
  return { takenFen, freedFen }
}

async function take(tx: Tx, { memberId, source, now }: Asked, amountFen: bigint) {
  const { code, by } = present(paidAs(source), 'bonus')
  const posted = await post(tx, {
    memberId,
    key: `bonus_given_up:${source.type}:${source.id}`,
    code,
    from: { name: 'memberCash' },
    to: { name: by },
    amountFen,
    source: { type: 'bonus_given_up', id: `${source.type}:${source.id}` },
    actor: { type: 'member', id: memberId.toString() },
    effectiveAt: now,
  })
  if (posted.kind !== 'done')
    throw new Error(`the bonus ${source.id} could not be given up: ${posted.kind}`)
}

const letterOf = (source: Source, { takenFen, freedFen }: Done) =>
  `您已放弃一笔${sourceLabel(source.type)}，中心钱包扣除 ¥${formatFen(takenFen)}，` +
  `剩余流水要求 ¥${formatFen(freedFen)} 已取消。所赢取的金额保留在您的账户中。`

/** Venues are asked only about a bonus that is there to be given up. */
async function begin(services: Services, asked: Asked): Promise<Done> {
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
