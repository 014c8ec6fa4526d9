// Simulated lives, some with a planted pattern of harm, written as rows that the markers read. What
// is planted overlaps with what others do, so that no rule can be right about everybody.
import { markersOf } from '../../apps/server/src/areas/harm/markers.ts'
import { harmSchema, type HarmRule } from '../../apps/server/src/areas/harm/setting.ts'
import { factsOf } from '../../apps/server/src/areas/harm/store/facts.sql.ts'
import { run, sql, type Db } from '@tianping/database'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BET_MS = 180_000
const CHUNK = 100

/** Numbers from 0 to 1 that a seed repeats. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const patterns = ['chaser', 'spiral', 'night', 'limits', 'reverser', 'desperate', 'told'] as const
type Pattern = (typeof patterns)[number]

type Row = Record<string, string | number | null>
type Life = {
  harmed: boolean
  birthday: string
  deposits: Row[]
  withdrawals: Row[]
  bets: Row[]
  stretches: Row[]
  acts: Row[]
  refusals: Row[]
  notes: Row[]
}

type Teller = {
  chance: () => number
  between: (low: number, high: number) => number
  now: number
  life: Life
  at: (ms: number) => string
  yes: (probability: number) => boolean
}

const fen = (yuan: number) => Math.max(10_000, Math.round(yuan) * 100)

function deposit(t: Teller, ms: number, yuan: number, failed = false, method = 'card') {
  const at = t.at(ms)
  t.life.deposits.push({
    method,
    amount_fen: fen(yuan),
    state: failed ? 3 : 2,
    credited_fen: failed ? null : fen(yuan),
    created_at: at,
    decided_at: at,
  })
}

function withdrawal(t: Teller, ms: number, yuan: number, rejected = false) {
  const at = t.at(ms)
  const row = { amount_fen: fen(yuan), state: rejected ? 3 : 2, created_at: at, decided_at: at }
  t.life.withdrawals.push(row)
}

type Style = { stakeYuan: number; raise: number; chase: number }

/** One sitting: bets that follow each other, with stakes and deposits as its style has them. */
function sitting(t: Teller, from: number, hours: number, { stakeYuan, raise, chase }: Style) {
  const until = Math.min(from + hours * HOUR_MS, t.now)
  let [stake, lost] = [stakeYuan, 0]
  for (let ms = from; ms < until; ms += BET_MS) {
    const won = t.yes(0.48)
    const [stakeFen, at] = [fen(stake), t.at(ms)]
    const payout = won ? stakeFen * 2 : 0
    const net = payout - stakeFen
    t.life.bets.push({ stake_fen: stakeFen, payout_fen: payout, net_fen: net, placed_at: at })
    lost = won ? Math.max(0, lost - stake) : lost + stake
    stake = !won && t.yes(raise) ? Math.min(stake * 2, stakeYuan * 16) : stakeYuan
    if (lost > stakeYuan * 8 && t.yes(chase)) {
      deposit(t, ms + 60_000, lost)
      lost = 0
    }
  }
  t.life.stretches.push({ began_at: t.at(from), last_at: t.at(Math.max(from, until)) })
}

/** What everybody does now and then, harmed or not. */
function everyday(t: Teller, weeklyYuan: number) {
  for (let week = 1; week <= 12; week++)
    deposit(
      t,
      t.now - week * 7 * DAY_MS - t.between(0, 3) * DAY_MS,
      weeklyYuan * t.between(0.6, 1.5),
    )
  deposit(t, t.now - t.between(1, 6) * DAY_MS, weeklyYuan * t.between(0.5, 2))
  const style = {
    stakeYuan: Math.max(100, weeklyYuan / 30),
    raise: t.between(0, 0.25),
    chase: 0.02,
  }
  for (let sat = Math.round(t.between(1, 6)); sat > 0; sat--) {
    const day = t.now - Math.round(t.between(1, 6)) * DAY_MS
    sitting(t, day + t.between(-4, 5) * HOUR_MS, t.between(0.5, 3), style)
  }
  for (let times = Math.round(t.between(0, 4)); times > 0; times--)
    withdrawal(t, t.now - t.between(2, 28) * DAY_MS, weeklyYuan * t.between(0.3, 2.5))
  if (t.yes(0.15)) act(t, 'limit_raise', t.between(1, 28))
  if (t.yes(0.1)) act(t, 'timeout', t.between(1, 80))
  if (t.yes(0.1)) withdrawal(t, t.now - t.between(1, 20) * DAY_MS, 500, true)
  if (t.yes(0.3)) deposit(t, t.now - t.between(1, 20) * DAY_MS, 300, true, 'alipay')
}

const act = (t: Teller, what: string, daysAgo: number) =>
  t.life.acts.push({ act: what, at: t.at(t.now - daysAgo * DAY_MS) })

/** A planted pattern; `much` of 1 is a clear one. */
const plants: Record<Pattern, (t: Teller, much: number, weeklyYuan: number) => void> = {
  chaser: (t, much, weekly) => {
    for (let day = 1; day <= 6; day++)
      if (t.yes(0.9 * much))
        sitting(t, t.now - day * DAY_MS + 2 * HOUR_MS, 3 * much, {
          stakeYuan: Math.max(100, weekly / 20),
          raise: 0.55 * Math.min(1.2, much),
          chase: 0.5 * much,
        })
  },
  spiral: (t, much, weekly) => {
    for (let day = 1; day <= 6; day++)
      deposit(t, t.now - day * DAY_MS, weekly * much * t.between(0.6, 1.6) + 800 * much)
    deposit(t, t.now - 12 * DAY_MS, 9_000 * much)
  },
  night: (t, much, weekly) => {
    for (let day = 1; day <= 6; day++)
      // Noon in Beijing is four hours of UTC: eleven hours later it is 23:00.
      sitting(t, t.now - day * DAY_MS + 11 * HOUR_MS, 6.5 * much * t.between(0.7, 1.2), {
        stakeYuan: Math.max(100, weekly / 40),
        raise: 0.15,
        chase: 0.02,
      })
  },
  limits: (t, much) => {
    for (let times = Math.round(4 * much); times > 0; times--) {
      const days = t.between(1, 25)
      act(t, 'limit_raise', days)
      if (t.yes(0.8 * much))
        t.life.refusals.push({
          call: 'POST /api/recharge',
          reason: 'protection.deposit_limit',
          refused_at: t.at(t.now - days * DAY_MS - HOUR_MS),
        })
    }
    for (let times = Math.round(3 * much); times > 0; times--) act(t, 'timeout', t.between(2, 80))
  },
  reverser: (t, much) => {
    for (let times = Math.round(6 * much); times > 0; times--) {
      const ms = t.now - t.between(1, 6) * DAY_MS
      withdrawal(t, ms, 800, t.yes(0.5))
      deposit(t, ms + 4 * HOUR_MS, 600)
      sitting(t, ms + 5 * HOUR_MS, 1.5, { stakeYuan: 100, raise: 0.2, chase: 0.05 })
    }
  },
  desperate: (t, much) => {
    const methods = ['alipay', 'usdt', 'wechat', 'zh_ylsm', 'kuaijie']
    for (let times = Math.round(8 * much); times > 0; times--) {
      const method = methods[times % methods.length] ?? 'card'
      deposit(t, t.now - t.between(1, 25) * DAY_MS, 300, t.yes(0.8), method)
    }
    for (let times = Math.round(12 * much); times > 0; times--)
      t.life.refusals.push({
        call: 'POST /api/doactivityapply',
        reason: 'activity.conditions',
        refused_at: t.at(t.now - t.between(0.1, 6) * DAY_MS),
      })
  },
  told: (t, much) => {
    const content = much > 1 ? '会员来电，说控制不住自己，欠债不少' : '会员说最近输光了，想停一停'
    t.life.notes.push({ content, written_at: t.at(t.now - 3 * DAY_MS) })
  },
}

function live(seed: number, now: Date): Life {
  const chance = random(seed)
  const between = (low: number, high: number) => low + chance() * (high - low)
  const life: Life = {
    harmed: chance() < 0.15,
    birthday: `${Math.round(between(1965, 2006))}-06-15`,
    deposits: [],
    withdrawals: [],
    bets: [],
    stretches: [],
    acts: [],
    refusals: [],
    notes: [],
  }
  const t: Teller = {
    chance,
    between,
    now: now.getTime(),
    life,
    at: ms => new Date(Math.min(ms, now.getTime() - 1_000)).toISOString(),
    yes: probability => chance() < probability,
  }
  // Most play for little; some for much, without harm.
  const weeklyYuan = 150 * Math.exp(between(0, 3.4))
  everyday(t, weeklyYuan)
  const shuffled = patterns.toSorted(() => chance() - 0.5)
  const planted = shuffled.slice(
    0,
    life.harmed ? 1 + Math.floor(chance() * 3) : Number(t.yes(0.35)),
  )
  for (const pattern of planted)
    plants[pattern](t, life.harmed ? between(0.45, 1.4) : between(0.2, 0.75), weeklyYuan)
  return life
}

const FIRST = 500_001

/** The rows of one table, with the number of their member. */
const gathered = (lives: Life[], part: Exclude<keyof Life, 'harmed' | 'birthday'>) =>
  JSON.stringify(
    lives.flatMap((life, n) =>
      life[part].map((row, i) => ({ ...row, member_id: FIRST + n, n: `${part}-${n}-${i}` })),
    ),
  )

async function write(owner: Db, lives: Life[], now: Date): Promise<void> {
  const people = lives.map(({ birthday }, n) => ({ member_id: FIRST + n, birthday }))
  await run(
    owner,
    sql`
    insert into member (member_id, name, realname, password_hash, pay_password_hash, invite_code, birthday, created_at) overriding system value
    select member_id, 'life' || member_id, '测试员', '', '', 'L' || member_id, birthday, ${now}::timestamptz - interval '90 days'
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(member_id bigint, birthday date)`,
  )
  await run(
    owner,
    sql`
    insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
    select member_id, 1, '沙盒商业银行', '测试员', '', 'x', '5678', decode(md5(member_id::text) || md5('x' || member_id), 'hex'), ${now}, 'card'
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(member_id bigint)`,
  )
  await run(
    owner,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key)
    select member_id, n, method, amount_fen, state, '', credited_fen, created_at, decided_at, n
    from jsonb_to_recordset(${gathered(lives, 'deposits')}::jsonb) as p(member_id bigint, n text, method text, amount_fen bigint, state smallint, credited_fen bigint, created_at timestamptz, decided_at timestamptz)`,
  )
  await run(
    owner,
    sql`
    insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, state, created_at, decided_at, action_key)
    select member_id, n, c.card_id, 1, '银行卡', amount_fen, p.state, created_at, decided_at, n
    from jsonb_to_recordset(${gathered(lives, 'withdrawals')}::jsonb) as p(member_id bigint, n text, amount_fen bigint, state smallint, created_at timestamptz, decided_at timestamptz) join card c using (member_id)`,
  )
  await run(
    owner,
    sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
    select member_id, 1, n, 1, 1, 'baccarat', n, '{}', stake_fen, stake_fen, payout_fen, net_fen, 1, '{}', '1', placed_at, placed_at, placed_at
    from jsonb_to_recordset(${gathered(lives, 'bets')}::jsonb) as p(member_id bigint, n text, stake_fen bigint, payout_fen bigint, net_fen bigint, placed_at timestamptz)`,
  )
  await run(
    owner,
    sql`
    insert into play_stretch (member_id, began_at, last_at)
    select distinct on (member_id, began_at) member_id, began_at, last_at from jsonb_to_recordset(${gathered(lives, 'stretches')}::jsonb) as p(member_id bigint, began_at timestamptz, last_at timestamptz)`,
  )
  await run(
    owner,
    sql`
    insert into protection_log (member_id, at, act, detail, by_operator)
    select member_id, at, act, '{}', '' from jsonb_to_recordset(${gathered(lives, 'acts')}::jsonb) as p(member_id bigint, at timestamptz, act text)`,
  )
  await run(
    owner,
    sql`
    insert into refusal (member_id, call, reason, request_id, refused_at)
    select member_id, call, reason, '', refused_at from jsonb_to_recordset(${gathered(lives, 'refusals')}::jsonb) as p(member_id bigint, call text, reason text, refused_at timestamptz)`,
  )
  await run(
    owner,
    sql`
    insert into member_note (member_id, content, written_by, written_at)
    select member_id, content, 'support', written_at from jsonb_to_recordset(${gathered(lives, 'notes')}::jsonb) as p(member_id bigint, content text, written_at timestamptz)`,
  )
}

export type Judged = { harmed: boolean; level: number }

/** Lives so many, of one seed; answers how each was judged. The database has the site's venues. */
export async function judgeLives(
  owner: Db,
  { count, seed, now, rule }: { count: number; seed: number; now: Date; rule?: HarmRule },
): Promise<Judged[]> {
  const lives = Array.from({ length: count }, (_, n) => live(seed * 1_000_003 + n, now))
  await write(owner, lives, now)
  const judged: Judged[] = []
  for (let from = 0; from < count; from += CHUNK) {
    const ids = lives.slice(from, from + CHUNK).map((_, n) => BigInt(FIRST + from + n))
    for (const facts of await factsOf(owner, ids, now, rule ?? harmSchema.parse({}))) {
      const harmed = lives[Number(facts.memberId) - FIRST]?.harmed ?? false
      judged.push({ harmed, level: markersOf(facts, rule ?? harmSchema.parse({})).level })
    }
  }
  return judged
}

/** Of those who reached a level: how many were harmed; and of the harmed: how many reached it. */
export function scored(judged: Judged[], least: number) {
  const raised = judged.filter(({ level }) => level >= least)
  const hits = raised.filter(({ harmed }) => harmed).length
  const harmed = judged.filter(each => each.harmed).length
  return { raised: raised.length, harmed, precision: hits / raised.length, recall: hits / harmed }
}
