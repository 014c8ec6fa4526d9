// How a bonus ends before its turnover is done: the amount goes back, the requirement with it.
import type { Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { present } from '../../kernel/present.ts'
import { amountsOf, balances, lowestSince, mustPost } from '../../ledger/ledger.ts'
import { cancelRequirement } from '../../ledger/wagering.ts'
import { notify } from '../message/message.ts'
import { takenOf } from './bonusesOf.ts'
import { paidAs, sourceLabel, type Source } from './sources.ts'
import { keepGivenUp, type EndReason } from './store/givenUp.sql.ts'

export type Ending = {
  memberId: bigint
  source: Source
  reason: EndReason
  /** What names the action, once per member. */
  actionKey: string
  now: Date
}
export type Ended = { takenFen: bigint; freedFen: bigint }

const words: Record<EndReason, { title: string; begins: (label: string) => string }> = {
  given_up: { title: '彩金已放弃', begins: label => `您已放弃一笔${label}` },
  excluded: {
    title: '彩金已收回',
    begins: label => `因您的账户已自我排除，一笔未完成流水的${label}已收回`,
  },
  expired: {
    title: '彩金已到期',
    begins: label => `一笔${label}在最后期限前未完成流水，已收回`,
  },
}

const letterOf = ({ source, reason }: Ending, { takenFen, freedFen }: Ended) =>
  `${words[reason].begins(sourceLabel(source.type))}，中心钱包扣除 ¥${formatFen(takenFen)}，` +
  `剩余流水要求 ¥${formatFen(freedFen)} 已取消。所赢取的金额保留在您的账户中。`

/**
 * What would be taken now, in fen: the bonus, at most what the wallet has available. Without the
 * member's wish also at most the least that the member has had since: what came in after the bonus
 * was lost is the member's own.
 */
export async function takesNow(tx: Tx, { memberId, source, reason }: Ending) {
  const { key } = present(paidAs(source), 'bonus')
  const bonusFen = present((await amountsOf(tx, memberId, [key])).get(key), `posting ${key}`)
  const availableFen = takenOf(bonusFen, (await balances(tx, memberId)).cashAvailableFen)
  if (reason === 'given_up') return { bonusFen, takenFen: availableFen }
  return { bonusFen, takenFen: takenOf(availableFen, await lowestSince(tx, memberId, key)) }
}

/**
 * Takes the money, ends the requirement, keeps the record and tells the member. Call under the
 * member's lock, with the figures of `takesNow` and an open requirement.
 */
export async function endBonus(
  tx: Tx,
  ending: Ending,
  { bonusFen, takenFen, freedFen }: Ended & { bonusFen: bigint },
): Promise<Ended> {
  const { memberId, source, reason, actionKey, now } = ending
  if (takenFen > 0n) await take(tx, ending, takenFen)
  const of = { memberId, sourceType: source.type, sourceId: source.id }
  if (!(await cancelRequirement(tx, of)))
    throw new Error(`requirement of ${source.type}:${source.id} stayed open`)
  await keepGivenUp(tx, { ...of, actionKey, bonusFen, takenFen, freedFen, givenUpAt: now, reason })
  const letter = letterOf(ending, { takenFen, freedFen })
  await notify(tx, memberId, words[reason].title, letter, now, {
    kind: 'money',
    link: '/wageringAudit',
  })
  return { takenFen, freedFen }
}

async function take(tx: Tx, { memberId, source, reason, now }: Ending, amountFen: bigint) {
  const { code, by } = present(paidAs(source), 'bonus')
  await mustPost(tx, {
    memberId,
    key: `bonus_given_up:${source.type}:${source.id}`,
    code,
    from: { name: 'memberCash' },
    to: { name: by },
    amountFen,
    source: { type: 'bonus_given_up', id: `${source.type}:${source.id}` },
    actor:
      reason === 'given_up'
        ? { type: 'member', id: memberId.toString() }
        : { type: 'system', id: `bonus_${reason}` },
    effectiveAt: now,
  })
}
