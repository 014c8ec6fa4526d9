// Further windows of red packets: hours, budget and audience of their own. Drawn, proved and paid
// like the packets of the documented window (areas/redpacket).
import type { WindowStanding } from '@tianping/contract/giveaways/facts'
import type { Given } from '@tianping/contract'
import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { beijing, beijingDay, startOfDay } from '@tianping/money/day'
import { explained, figures } from '../../kernel/http/explain.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { batched, QueueFull } from '../../kernel/jobs/batched.ts'
import { present } from '../../kernel/present.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { creditedOf } from '../cashier/cashier.ts'
import {
  claimedSince,
  drawFurther,
  drawOfAction,
  lockDay,
  refuseClosed,
  type Claiming,
} from '../redpacket/redpacket.ts'
import { lockFor, otherAccount, refuseBudget, refuseMember, refuseTime } from './guard.ts'
import { offeredTo, saidBy } from './offered.ts'
import { addSpent, addSpentOn, spentOn, type Giveaway } from './store/giveaway.sql.ts'
import { termsOf, type PacketsTerms } from './terms.ts'

const MAX_WAITING = 20_000
const MAX_BATCH = 50

type Window = { giveaway: Giveaway; terms: PacketsTerms }

function windowOf(giveaway: Giveaway): Window {
  const terms = termsOf(giveaway.terms)
  if (terms.kind !== 'packets') throw new Error(`giveaway ${giveaway.giveawayId} has no window`)
  return { giveaway, terms }
}

function standing({ opens, closes }: PacketsTerms, now: Date): WindowStanding {
  const clock = beijing(now).slice(11, 16)
  if (clock < opens) return 'before'
  return clock < closes ? 'open' : 'after'
}

/** What a member has of a window today. */
async function todayOf(db: Db, { giveaway }: Window, memberId: bigint, now: Date) {
  const since = startOfDay(beijingDay(now))
  const until = new Date(now.getTime() + 1)
  const counted = (await creditedOf(db, [memberId], since, until)).get(memberId)
  const { giveawayId } = giveaway
  const claimed = await claimedSince(db, { giveawayId, memberId, since })
  return { counted, ...claimed, spentFen: await spentOn(db, giveawayId, beijingDay(now)) }
}
type Today = Awaited<ReturnType<typeof todayOf>>

/** Refuses what the hours, the member's deposits and claims, or a budget refuse. */
function refuseToday({ giveaway, terms }: Window, today: Today, now: Date): void {
  const { opens: from, closes: to, claims, drawMaxFen, dayBudgetFen } = terms
  if (standing(terms, now) !== 'open')
    throw explained(say('giveaway.hours', { from, to }), { rule: 'window_hours', version: 0 })
  if (today.others > 0) throw otherAccount()
  refuseDeposits(terms, today.counted?.fen ?? 0n)
  if (today.own >= claims)
    throw explained(say('giveaway.all_claimed', { times: claims }), {
      rule: 'window_times',
      version: 0,
      inputs: [figures.count('used', '已领次数', today.own)],
    })
  refuseBudget(giveaway, BigInt(drawMaxFen))
  if (today.spentFen + BigInt(drawMaxFen) > BigInt(dayBudgetFen))
    throw explained(say('giveaway.day_budget'), { rule: 'window_day_budget', version: 0 })
}

function refuseDeposits({ neededFen }: PacketsTerms, countedFen: bigint): void {
  const missingFen = BigInt(neededFen) - countedFen
  if (missingFen <= 0n) return
  throw explained(say('giveaway.deposits_missing', { missing: formatFen(missingFen) }), {
    rule: 'window_deposit',
    version: 0,
    inputs: [
      figures.yuan('counted', '已计存款', countedFen),
      figures.yuan('needed', '需要存款', BigInt(neededFen)),
    ],
    missing: [figures.yuan('deposit', '还差存款', missingFen)],
  })
}

type Claim = Claiming & { id: number }
type Claimed = Awaited<ReturnType<typeof drawFurther>>

/** One claim in a transaction of its own. */
const claim = (db: Db, asked: Claim): Promise<Claimed> =>
  transaction(db, async tx => {
    const { memberId, now, id } = asked
    const locked = await lockDay(tx, memberId, now)
    const before = await drawOfAction(tx, asked)
    if (before) return before
    await lockMember(tx, memberId)
    const giveaway = await lockFor(tx, { id, kind: 'packets', memberId, now })
    const window = windowOf(giveaway)
    const today = await todayOf(tx, window, memberId, now)
    refuseToday(window, today, now)
    const { terms } = window
    const counted = present(today.counted, 'counted deposits')
    const claimed = await drawFurther(tx, asked, locked, {
      drawMinFen: BigInt(terms.drawMinFen),
      drawMaxFen: BigInt(terms.drawMaxFen),
      turnoverTimes: giveaway.turnoverTimes,
      countedFen: counted.fen,
      lastDepositAt: present(counted.lastAt, 'counted deposit'),
      earned: terms.claims,
      giveawayId: id,
    })
    await addSpent(tx, id, claimed.draw.amountFen)
    await addSpentOn(tx, id, beijingDay(now), claimed.draw.amountFen)
    return claimed
  })

type Outcome = { claimed: Claimed } | { error: unknown }
const queues = new WeakMap<Db, (asked: Claim) => Promise<Outcome>>()

/** Claims that come in the same second go one after the other and hold one connection. */
const queueOf = (db: Db) =>
  batched({
    write: async (batch: Claim[]) => {
      const outcomes: Outcome[] = []
      for (const asked of batch)
        outcomes.push(
          await claim(db, asked).then(
            claimed => ({ claimed }),
            (error: unknown) => ({ error }),
          ),
        )
      return outcomes
    },
    ownerOf: asked => asked.memberId,
    mostPerBatch: MAX_BATCH,
    mostWaiting: MAX_WAITING,
  })

export async function claimInTurn(db: Db, asked: Claim): Promise<Claimed> {
  const queue = queues.get(db) ?? queueOf(db)
  queues.set(db, queue)
  try {
    const outcome = await queue(asked)
    if ('error' in outcome) throw outcome.error
    return outcome.claimed
  } catch (error) {
    throw error instanceof QueueFull ? new Refusal(say('request.busy')) : error
  }
}

type Row = Given<'POST /api/packetWindows'>['data'][number]

async function rowOf(db: Db, window: Window, memberId: bigint, now: Date): Promise<Row> {
  const { giveaway, terms } = window
  const today = await todayOf(db, window, memberId, now)
  return {
    id: giveaway.giveawayId,
    name: giveaway.name,
    note: giveaway.note,
    starts_at: beijing(giveaway.startsAt),
    ends_at: beijing(giveaway.endsAt),
    opens: terms.opens,
    closes: terms.closes,
    standing: giveaway.startsAt > now ? 'before' : standing(terms, now),
    amount_min: yuanOf(BigInt(terms.drawMinFen)),
    amount_max: yuanOf(BigInt(terms.drawMaxFen)),
    turnover_times: giveaway.turnoverTimes,
    needed: yuanOf(BigInt(terms.neededFen)),
    counted: yuanOf(today.counted?.fen ?? 0n),
    claims: terms.claims,
    used: today.own,
    refused: await saidBy(async () => {
      await refuseClosed(db)
      refuseTime(giveaway, now)
      await refuseMember(db, giveaway, { memberId, now })
      refuseToday(window, today, now)
    }),
  }
}

/** Windows that are for the member. */
export async function windowsFor(db: Db, memberId: bigint, now: Date): Promise<Row[]> {
  const rows: Row[] = []
  for (const giveaway of await offeredTo(db, { kind: 'packets', memberId, now }))
    rows.push(await rowOf(db, windowOf(giveaway), memberId, now))
  return rows
}
