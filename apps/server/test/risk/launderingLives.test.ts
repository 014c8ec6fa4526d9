// Six hundred simulated lives of forty days, with laundering planted among them: how much of it the
// rules find, and how many honest members they flag. The same seed gives the same lives.
import { launderingKinds } from '@tianping/contract/risk/facts'
import { rows, run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { raiseFlags } from '../../src/areas/risk/flags.ts'
import { seedSite } from '../../src/demo/site.ts'

const { open } = await freshDatabase('server')
const owner = open()
const NOW = new Date('2026-11-20T04:00:00Z')
await seedSite(owner, NOW)
const HOUR_MS = 3_600_000
const SEED = 20_261_120

/** A small generator of its own, so that no library's change makes other lives. */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = generator(SEED)
const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
const chance = (share: number) => random() < share

type Money = { member: number; fen: bigint; hours: number; payer: string }
type Life = { member: number; kind: string; guilty: boolean }
const lives: Life[] = []
const deposits: Money[] = []
const withdrawals: Money[] = []
const plays: { member: number; fen: bigint; hours: number }[] = []
const devices: { member: number; device: string }[] = []

const yuan = (amount: number) => BigInt(Math.round(amount)) * 100n
const NAME = '测试员'
const paid = (member: number, amount: number, hours: number, payer = '') =>
  deposits.push({ member, fen: yuan(amount), hours, payer })
const asked = (member: number, amount: number, hours: number) =>
  withdrawals.push({ member, fen: yuan(amount), hours, payer: '' })
const played = (member: number, amount: number, hours: number) =>
  plays.push({ member, fen: yuan(amount), hours })

let next = 200_000
function life(kind: string, guilty: boolean): number {
  const member = ++next
  lives.push({ member, kind, guilty })
  return member
}

/** Deposits, plays it through some times, takes home what is left now and then. */
function player(kind: string, least: number, most: number, payer = ''): number {
  const member = life(kind, false)
  for (let hours = between(900, 950); hours > 24; hours -= between(20, 160)) {
    const amount = between(least, most)
    paid(member, amount, hours, payer)
    played(member, amount * between(2, 12), hours - 1)
    if (chance(0.4)) asked(member, amount * random() * 1.3, hours - between(2, 18))
  }
  return member
}

function plant(): void {
  for (let n = 0; n < 30; n++) {
    // Splits a large sum; some of the pieces are out of the rule's sight.
    const member = life('structuring', true)
    const from = between(60, 600)
    for (let k = 0; k < between(3, 7); k++)
      paid(
        member,
        chance(0.85) ? between(40_500, 49_900) : between(20_000, 39_000),
        from - k * between(4, 15),
      )
    played(member, between(10_000, 200_000), from - 40)
  }
  for (let n = 0; n < 30; n++) {
    // In and out with little play; some wait longer or play more than the rule asks.
    const member = life('rapid_in_out', true)
    const [amount, from] = [between(3_000, 40_000), between(100, 650)]
    paid(member, amount, from)
    played(member, amount * random() * 1.3, from - 1)
    asked(member, amount * (0.8 + random() * 0.19), from - between(2, 27))
  }
  for (let n = 0; n < 12; n++) {
    // A ring on one device: money goes in and comes out at other times.
    const device = `ring${n}`.padEnd(32, '0')
    for (let k = 0; k < between(3, 6); k++) {
      const member = life('mule', true)
      const [amount, from] = [between(6_000, 15_000), between(200, 650)]
      paid(member, amount, from)
      played(member, amount * random() * 0.6, from - 20)
      asked(member, amount * 0.95, from - between(30, 90))
      devices.push({ member, device })
    }
  }
  for (let n = 0; n < 25; n++) {
    const member = player('third_party', 500, 4_000)
    const mine = lives.at(-1)
    if (mine) mine.guilty = true
    for (let k = 0; k < between(1, 4); k++)
      paid(member, between(800, 6_000), between(30, 600), chance(0.9) ? '李四' : '')
  }
}

function honest(): void {
  for (let n = 0; n < 300; n++) player('small', 100, 3_000, NAME)
  for (let n = 0; n < 90; n++) player('regular', 2_000, 12_000, chance(0.5) ? NAME : '')
  for (let n = 0; n < 35; n++) player('large', 15_000, 48_000, NAME)
  for (let n = 0; n < 15; n++) {
    // A family at home: one device, and it plays.
    const device = `home${n}`.padEnd(32, '0')
    for (let k = 0; k < 3; k++) devices.push({ member: player('family', 500, 9_000), device })
  }
}

/** Honest, and hard to tell from the others. */
function doubtful(): void {
  for (let n = 0; n < 10; n++) {
    const member = life('whale', false)
    for (let hours = 700; hours > 24; hours -= between(15, 90)) {
      const amount = between(25_000, 60_000)
      paid(member, amount, hours, NAME)
      played(member, amount * between(2, 6), hours - 1)
    }
  }
  for (let n = 0; n < 10; n++) player('paid_by_spouse', 200, 900, chance(0.6) ? '王五' : NAME)
  for (let n = 0; n < 8; n++) {
    const member = life('changed_mind', false)
    const [amount, from] = [between(500, 3_000), between(60, 600)]
    paid(member, amount, from, NAME)
    asked(member, amount, from - between(3, 40))
  }
}

async function write(): Promise<void> {
  const ids = lives.map(each => each.member)
  await run(
    owner,
    sql`
    insert into member (member_id, name, realname, password_hash, pay_password_hash, invite_code, created_at) overriding system value
    select id, 'life' || id, ${NAME}, 'x', 'x', 'L' || id, ${NOW} from unnest(${ids}::bigint[]) as id`,
  )
  await run(
    owner,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key, payer_owner)
    select member, 'DL' || n, 'bank', fen, 2, '', fen, ${NOW}::timestamptz - make_interval(hours => hours), ${NOW}::timestamptz - make_interval(hours => hours), 'dl' || n, payer
    from unnest(${deposits.map(d => d.member)}::bigint[], ${deposits.map(d => d.fen)}::bigint[], ${deposits.map(d => d.hours)}::int[], ${deposits.map(d => d.payer)}::text[]) with ordinality as d (member, fen, hours, payer, n)`,
  )
  await run(
    owner,
    sql`
    insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
    select id, 1, '沙盒商业银行', ${NAME}, '', 'x', '5678', sha256(convert_to(id::text, 'UTF8')), ${NOW}::timestamptz - interval '60 days', 'c' || id from unnest(${ids}::bigint[]) as id`,
  )
  await run(
    owner,
    sql`
    insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, state, created_at, decided_at, action_key)
    select member, 'WL' || n, card_id, 1, 'bank', fen, 2, ${NOW}::timestamptz - make_interval(hours => hours), ${NOW}::timestamptz - make_interval(hours => hours), 'wl' || n
    from unnest(${withdrawals.map(w => w.member)}::bigint[], ${withdrawals.map(w => w.fen)}::bigint[], ${withdrawals.map(w => w.hours)}::int[]) with ordinality as w (member, fen, hours, n)
    join card c on c.member_id = member where fen > 0`,
  )
  await writePlays()
}

async function writePlays(): Promise<void> {
  const at = plays.map(play => new Date(NOW.getTime() - play.hours * HOUR_MS))
  await run(
    owner,
    sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
    select member, 1, 'bl' || n, 1, 1, 'baccarat', 'rl' || n, '{"side":"x"}', fen, fen, fen, 0, 1, '{}', '1', at, at, at
    from unnest(${plays.map(p => p.member)}::bigint[], ${plays.map(p => p.fen)}::bigint[], ${at}::timestamptz[]) with ordinality as p (member, fen, at, n) where fen > 0`,
  )
  await run(
    owner,
    sql`
    insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
    select member_id, (placed_at at time zone 'Asia/Shanghai')::date, 1, 'realbet', count(*), sum(stake_fen), sum(valid_fen), sum(payout_fen) from bet group by 1, 2`,
  )
  await run(
    owner,
    sql`
    insert into device_trace (member_id, device, address, agent, first_at, last_at)
    select member, device, '', 'X', ${NOW}, ${NOW} from unnest(${devices.map(d => d.member)}::bigint[], ${devices.map(d => d.device)}::text[]) as d (member, device)`,
  )
}

test('of the planted laundering at least 85 % is found, and at least 80 % of the flagged members are guilty', async () => {
  plant()
  honest()
  doubtful()
  await write()
  await raiseFlags(owner, NOW)
  const flagged = await rows(
    owner,
    sql<{ memberId: bigint; kinds: string[] }>`
    select member_id, array_agg(distinct kind order by kind) as kinds from risk_flag where kind = any(${[...launderingKinds]}::text[]) group by member_id`,
  )
  const found = new Map(flagged.map(each => [Number(each.memberId), each.kinds]))
  const guilty = lives.filter(each => each.guilty)
  const caught = guilty.filter(each => found.has(each.member))
  const falsely = lives.filter(each => !each.guilty && found.has(each.member))
  const percent = (part: number, whole: number) => (part / whole) * 100
  const recall = percent(caught.length, guilty.length)
  const precision = percent(caught.length, caught.length + falsely.length)
  console.log(
    `lives ${lives.length}, guilty ${guilty.length}: recall ${recall.toFixed(1)} %, precision ${precision.toFixed(1)} %`,
  )
  for (const [kind, of] of Map.groupBy(lives, each => each.kind))
    console.log(
      `  ${kind}: ${of.filter(each => found.has(each.member)).length} of ${of.length} flagged`,
    )
  expect(lives.length).toBeGreaterThan(550)
  expect(recall).toBeGreaterThanOrEqual(85)
  expect(precision).toBeGreaterThanOrEqual(80)
})
