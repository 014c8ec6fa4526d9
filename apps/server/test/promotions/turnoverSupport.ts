import { randomBytes } from 'node:crypto'
import { rows, run, sql, theRow, type Db } from '@tianping/database'
import { startOfDay } from '@tianping/money/day'
import type { VenueBet } from '@tianping/venue-protocol'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedSite } from '../../src/demo/site.ts'
import { post } from '../../src/ledger/ledger.ts'
import { runRebates } from '../../src/areas/rebate/calculateRebates.ts'
import { runVipReview } from '../../src/areas/vip/vipReview.ts'
import { applyBets } from '../../src/areas/venues/feed.ts'
import type { LevelRow } from '../../src/areas/vip/store/vip.sql.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Venues by id, with the column of the levels that holds their percentage. */
export const VENUES = [
  { id: 1, column: 'realperson' },
  { id: 2, column: 'sport' },
  { id: 3, column: 'e_sport' },
  { id: 4, column: 'joker' },
  { id: 5, column: 'electron' },
  { id: 6, column: 'electron' },
  { id: 9, column: 'lottery' },
] as const

/** The percentage of a category in a row of the levels. */
export const percentOf = (level: LevelRow, column: (typeof VENUES)[number]['column']) =>
  Number(level[column === 'e_sport' ? 'eSport' : column])

export type Engines = {
  site: TestSite
  owner: Db
  clock: TestClock
  /** Sets the clock to a moment, `YYYY-MM-DDTHH:mm[:ss]` of Beijing. */
  stand: (beijing: string) => void
  /** What the jobs of the clock do when their time has come. */
  jobs: () => Promise<void>
  /** Members without a session, for tests of the jobs. */
  members: (count: number) => Promise<bigint[]>
  deposit: (memberId: bigint, fen: bigint, at?: Date) => Promise<void>
  /** Takes versions of bets as the feed does. */
  feed: (venueId: number, ...bets: VenueBet[]) => Promise<void>
  /** One settled bet, all of it valid turnover. */
  play: (
    memberId: bigint,
    validFen: bigint,
    options?: { venueId?: number; at?: Date },
  ) => Promise<VenueBet>
  vipOf: (memberId: bigint) => Promise<number>
}

let version = 0n
const nextVersion = () => ++version

/** A bet as the feed tells it; the next version of `of` when that is given. */
export function bet(
  memberId: bigint,
  fields: Partial<VenueBet> & { at: Date; of?: VenueBet },
): VenueBet {
  const { at, of, ...rest } = fields
  const stake = rest.stake ?? of?.stake ?? 100n
  const time = at.toISOString()
  const status = rest.status ?? 'SETTLED'
  return {
    bet_id: of?.bet_id ?? `b${randomBytes(8).toString('hex')}`,
    version: nextVersion(),
    revision: (of?.revision ?? 0) + 1,
    player: memberId.toString(),
    category: 'concise',
    game_code: 'FG-TEST',
    round_id: 'r1',
    selection: {},
    stake,
    valid_amount: status === 'VOID' ? 0n : stake,
    payout: 0n,
    net: -stake,
    odds: null,
    status,
    placed_at: of?.placed_at ?? time,
    settled_at: status === 'OPEN' ? null : time,
    fairness: { commit: '', client_seed: '', nonce: 1 },
    math_version: '',
    ...rest,
  }
}

/**
 * A site with venues and levels, standing at a moment of Beijing. The books are examined at the end
 * of the file.
 */
export async function openEngines(start: string): Promise<Engines> {
  const { url, open } = await freshDatabase('server')
  const owner = open()
  const clock = new TestClock(`${start}+08:00`)
  await seedSite(owner, clock.now())
  const site = await openTestSite(url, { clock })
  const { services } = site
  atEnd(() => assertEngines(owner))
  const feed: Engines['feed'] = (venueId, ...bets) => applyBets(services, { venueId }, bets)
  return {
    site,
    owner,
    clock,
    feed,
    stand: beijing => clock.advance(new Date(`${beijing}+08:00`).getTime() - clock.now().getTime()),
    jobs: async () => {
      while ((await runVipReview(services)) > 0);
      await runRebates(services)
    },
    members: async count =>
      (
        await rows(
          owner,
          sql<{ memberId: bigint }>`
      insert into member (name, realname, password_hash, pay_password_hash, invite_code, created_at)
      select 'n' || n, '测试员', '', '', 'i' || n, ${clock.now()} from generate_series(1, ${count}::int) n returning member_id`,
        )
      ).map(row => row.memberId),
    deposit: async (memberId, amountFen, at = clock.now()) => {
      const key = `deposit:${randomBytes(8).toString('hex')}`
      const posted = await post(services.db, {
        memberId,
        key,
        code: 'deposit',
        from: { name: 'depositClearing' },
        to: { name: 'memberCash' },
        amountFen,
        source: { type: 'test', id: key },
        actor: { type: 'system', id: 'test' },
        effectiveAt: at,
      })
      if (posted.kind !== 'done') throw new Error(posted.kind)
    },
    play: async (memberId, validFen, { venueId = 6, at = clock.now() } = {}) => {
      const made = bet(memberId, { at, stake: validFen })
      await feed(venueId, made)
      return made
    },
    vipOf: async memberId =>
      (
        await theRow(
          owner,
          sql<{ vip: number }>`select vip from member where member_id = ${memberId}`,
        )
      ).vip,
  }
}

/**
 * The levels of these tests: VIP n asks for n-1 times 1,000 yuan of deposit and 2,000 of turnover,
 * and 500 a window to stay.
 */
export async function plainLevels(owner: Db): Promise<void> {
  await run(
    owner,
    sql`update vip_level set recharge_fen = (vip - 1) * 100000, flow_fen = (vip - 1) * 200000, keep_fen = (vip - 1) * 50000`,
  )
}

/**
 * Whatever happened: the sums are those of the bets, rebates those of the sums, claims those of
 * rebates and ledger.
 */
export async function assertEngines(owner: Db): Promise<void> {
  await assertBooksHold(owner)
  const wrong = await rows(
    owner,
    sql<{ what: string }>`
    with bets as (
      select b.member_id, (b.first_settled_at at time zone 'Asia/Shanghai')::date as day, b.venue_id, count(*) as bets, sum(b.stake_fen) as stake,
        sum(b.valid_fen) as valid, sum(b.payout_fen) as payout
      from bet b where b.status = 1 group by 1, 2, 3)
    select concat('turnover ', member_id, ' ', day, ' ', venue_id) as what from turnover_day t full join bets b using (member_id, day, venue_id)
    where (coalesce(t.bets, 0), coalesce(t.stake_fen, 0), coalesce(t.valid_fen, 0), coalesce(t.payout_fen, 0))
      is distinct from (coalesce(b.bets, 0), coalesce(b.stake, 0), coalesce(b.valid, 0), coalesce(b.payout, 0))
    union all
    select concat('total ', member_id) from turnover_total t full join (select member_id, sum(bets) as bets, sum(valid_fen) as valid from turnover_day group by 1) d using (member_id)
    where (t.bets, t.valid_fen) is distinct from (d.bets, d.valid)
    union all
    select concat('rebate ', r.member_id, ' ', r.day, ' ', r.venue_id) from (
      select member_id, day, venue_id, sum(amount_fen) as amount, max(percent) as percent, count(distinct percent) as percents from rebate group by 1, 2, 3) r
    join turnover_day t using (member_id, day, venue_id) where not t.rebate_due and (r.percents > 1 or r.amount <> floor(t.valid_fen * r.percent / 100))
    union all
    select concat('claim ', c.claim_no) from rebate_claim c
    left join (select member_id, claim_no, sum(amount_fen) as amount from rebate where state = 1 group by 1, 2) r using (member_id, claim_no)
    left join ledger.transaction x on x.member_id = c.member_id and x.idempotency_key = 'rebate:' || c.claim_no and x.code = 'rebate'
    left join ledger.wagering_requirement w on w.member_id = c.member_id and w.source_type = 'rebate' and w.source_id = c.claim_no::text
    where c.amount_fen is distinct from r.amount or c.amount_fen is distinct from x.amount or w.requirement_id is null
    union all
    select concat('posting without claim ', x.idempotency_key) from ledger.transaction x where x.code = 'rebate'
      and not exists (select from rebate_claim c where c.member_id = x.member_id and x.idempotency_key = 'rebate:' || c.claim_no)
    union all
    select concat('level ', m.member_id) from member m
    join lateral (select to_vip from vip_history h where h.member_id = m.member_id order by day desc limit 1) h on true where h.to_vip <> m.vip`,
  )
  if (wrong.length > 0)
    throw new Error(
      `The engines do not agree:\n${wrong
        .slice(0, 10)
        .map(each => each.what)
        .join('\n')}`,
    )
}

/** 00:00 Beijing time of a day. */
export { startOfDay }
