// Money between the two systems: members move it, play every kind of game and take it back while
// answers are lost, garbled, late or wrong, results are voided and settled again, and the server
// and the venue are killed. In the end the two books agree. SOAK_STEPS and SOAK_SEED make it longer
// and other.
import { randomBytes } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../../tooling/postgres.ts'
import { endService, launchService } from '../../../../tooling/stack.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { asDemoOperator } from '../../../venue/test/support/operatorSupport.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { addVenues, fund } from '../support/venue.ts'

const STEPS = Number(process.env['SOAK_STEPS'] ?? 200)
const STEPS_A_KILL = Math.max(80, STEPS / 40)
const MEMBERS = STEPS > 1_000 ? 12 : 6
/** Venues of one member: few, so that there is money where he plays. */
const HAUNTS = 3
const FUNDS_FEN = 500_000n
/**
 * A service that was killed may take long to come back on a slow machine; who asks goes on asking.
 */
const PATIENCE_MS = 300_000

/** A fixed sequence, so that a failing run can be repeated. */
let state = Number(process.env['SOAK_SEED'] ?? 20_261_120)
const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
const upTo = (n: number) => Math.floor(random() * n)
const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)]!

const GAMES = {
  LIVE: ['bac', 'dt'],
  QIPAI: ['niu', 'rb'],
  VR: ['k3', 'ssc', 'pk10'],
  SPORT: ['football'],
  ESPORT: ['esport'],
  FG: ['fortune3'],
  PP: ['koi3'],
} as const
const VENUES = Object.keys(GAMES) as (keyof typeof GAMES)[]
type TableCode = (typeof GAMES)['LIVE' | 'QIPAI' | 'VR'][number]
const PICKS: Record<TableCode, readonly string[]> = {
  bac: ['player', 'banker', 'tie', 'big'],
  dt: ['dragon', 'tiger', 'tie'],
  niu: ['tian', 'di', 'xuan'],
  rb: ['red', 'black', 'strike'],
  k3: ['sum:big', 'sum:odd', 'two:12'],
  ssc: ['pos:1:big', 'duel:dragon', 'front:pair'],
  pk10: ['pos:1:1', 'sum:big', 'duel:1:dragon'],
}
const isTable = (game: string): game is TableCode => Object.hasOwn(PICKS, game)
const FAULTS = [
  ...[
    'drop_before',
    'drop_after',
    'error_after',
    'truncate',
    'bad_signature',
    'maintenance',
  ].flatMap(kind =>
    ['transfer', 'transferState', 'finalize', 'balance', 'bets'].map(endpoint => ({
      kind,
      endpoint,
    })),
  ),
  ...['drop_before', 'drop_after', 'error_after', 'void', 'resettle'].map(kind => ({
    kind,
    endpoint: 'placeBet',
  })),
  { kind: 'feed_duplicate' },
  { kind: 'feed_overlap' },
  { kind: 'feed_late' },
  { kind: 'delay', endpoint: 'transfer', delay_ms: 300 },
  { kind: 'clock_skew', skew_ms: 90_000, seconds: 1 },
]

const platform = await freshDatabase('server')
const games = await freshDatabase('venue')
const [db, venueDb]: [Db, Db] = [platform.open(), games.open()]
await addVenues(db)

const started: ChildProcess[] = []
afterAll(() => Promise.all(started.map(endService)))
const ports = { server: await freePort(), venue: await freePort() }
const urls = {
  server: `http://127.0.0.1:${ports.server}`,
  venue: `http://127.0.0.1:${ports.venue}`,
}
const common = {
  PATH: process.env['PATH'] ?? '',
  TIANPING_MODE: 'sandbox',
  LOG_LEVEL: process.env['KILL_LOG'] ?? 'fatal',
  TRUST_PROXY: '1',
}
const mains = { server: 'apps/server/src/main.ts', venue: 'apps/venue/server/main.ts' }
const running: Record<'server' | 'venue', ChildProcess | null> = { server: null, venue: null }
async function open(which: 'server' | 'venue') {
  const env =
    which === 'venue'
      ? {
          ...common,
          VENUE_PORT: String(ports.venue),
          VENUE_DATABASE_URL: games.url,
          SANDBOX_FAULTS: '1',
        }
      : { ...common, PORT: String(ports.server), DATABASE_URL: platform.url, VENUE_URL: urls.venue }
  running[which] = (await launchService(mains[which], env, started)).child
}
async function kill(which: 'server' | 'venue') {
  running[which]!.kill('SIGKILL')
  await open(which)
}

type Answer = { code: number; message: string; data: Record<string, unknown> | null }
/**
 * Asks until there is an answer: whatever happened to the connection or the process, the same is
 * sent again.
 */
async function asked(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: object | null,
): Promise<Answer> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    const answer = await fetch(url, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    })
      .then(
        response =>
          response.status < 500 && response.status !== 429
            ? (response.json() as Promise<Answer>)
            : null,
        () => null,
      )
      .catch(() => null)
    if (answer) return answer
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error(`${url} was never answered`)
}

type Member = {
  token: string
  memberId: bigint
  seats: Map<string, string>
  haunts: readonly (keyof typeof GAMES)[]
}
const newKey = () => randomBytes(12).toString('hex')
const server = (member: Member, name: string, body: object) =>
  asked(
    `${urls.server}/api/${name}`,
    'POST',
    {
      authorization: `Bearer ${member.token}`,
      'idempotency-key': newKey(),
      'x-forwarded-for': `10.${upTo(250)}.${upTo(250)}.${upTo(250)}`,
    },
    body,
  )
let operatorHeaders: Record<string, string> = {}
const operator = (path: string, body: object) =>
  asked(`${urls.venue}/operator/api/${path}`, 'POST', operatorHeaders, { ...body, reason: 'soak' })

/** One call of a game's page; sits down first, and again after being sent away. */
async function play(
  member: Member,
  code: keyof typeof GAMES,
  game: string,
  method: string,
  path: string,
  body: object | null,
): Promise<Answer | null> {
  const token = member.seats.get(game) ?? (await sit(member, code, game))
  if (!token) return null
  const said = await asked(
    `${urls.venue}${path}`,
    method,
    { authorization: `Bearer ${token}` },
    body,
  )
  if (said.code === 4002) member.seats.delete(game)
  if (said.code === 4101)
    await asked(`${urls.venue}/api/reality`, 'POST', { authorization: `Bearer ${token}` }, {})
  return said
}

async function sit(member: Member, code: keyof typeof GAMES, game: string): Promise<string | null> {
  const launched = await server(member, 'getGameUrl', {
    plat_name: code,
    game_type: 0,
    game_code: game,
    is_mobile_url: 1,
  })
  const url = launched.data?.['url'] as string | undefined
  if (!url) return null
  const opened = await asked(
    `${urls.venue}/api/session`,
    'POST',
    {},
    { token: new URL(url).hash.slice('#t='.length) },
  )
  const token = (opened.data?.['token'] as string | undefined) ?? null
  if (token) member.seats.set(game, token)
  return token
}

/**
 * The tables' clock stands and is set ahead, so that rounds and matches pass as quickly as they can
 * be played.
 */
let tableMs = Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 3_600_000
const setClock = (aheadMs: number) => {
  tableMs += aheadMs
  return run(venueDb, sql`update round_clock set stands_at = ${new Date(tableMs)}`)
}

async function bet(member: Member): Promise<void> {
  const code = oneOf(member.haunts)
  const game: string = oneOf<string>(GAMES[code])
  const client_bet_id = newKey()
  const stake = 100 * (1 + upTo(50))
  if (isTable(game)) {
    const view = await play(member, code, game, 'GET', '/api/table', null)
    const open = (view?.data?.['rounds'] as { number: number; state: string }[] | undefined)?.find(
      round => round.state === 'open',
    )
    if (open)
      await play(member, code, game, 'POST', '/api/tickets', {
        client_bet_id,
        round: open.number,
        lines: [...new Set([oneOf(PICKS[game]), oneOf(PICKS[game])])].map(pick => ({
          pick,
          stake,
        })),
      })
    return
  }
  if (code !== 'SPORT' && code !== 'ESPORT')
    return void (await play(member, code, game, 'POST', '/api/bets', {
      client_bet_id,
      stake: oneOf([100, 500, 1_000]),
    }))
  const view = await play(member, code, game, 'GET', '/api/book', null)
  const matches =
    (
      view?.data?.['matches'] as
        | {
            number: number
            key: string
            lines: { picks: { pick: string; price: number | null }[] }[]
          }[]
        | undefined
    )?.filter(match => match.lines.length > 0) ?? []
  const legs = [...new Set([oneOf(matches), oneOf(matches)])]
    .slice(0, 1 + upTo(2))
    .flatMap(match => {
      const offered =
        match?.lines.flatMap(line => line.picks).filter(each => each.price !== null) ?? []
      const picked = offered.length > 0 ? oneOf(offered) : null
      return picked
        ? [{ match: match.number, key: match.key, pick: picked.pick, price: picked.price! }]
        : []
    })
  if (legs.length > 0)
    await play(member, code, game, 'POST', '/api/slips', {
      client_bet_id,
      stake: stake + 100,
      legs,
      accept_better: true,
      expires_at: tableMs + 60_000,
    })
}

/** An operator corrects something that was settled, or calls it off. */
async function correct(): Promise<void> {
  if (upTo(3) === 0) {
    const book = oneOf(['football', 'esport'])
    const match = await row(
      venueDb,
      sql<{
        number: bigint
      }>`select number from match where game_code = ${book} order by random() limit 1`,
    )
    if (match)
      await operator(upTo(2) ? 'void-match' : 'resettle-match', {
        code: book,
        number: Number(match.number),
      })
    return
  }
  const found = await row(
    venueDb,
    sql<{ betId: string; code: string; number: bigint }>`
    select bet_id, table_code as code, round_number as number from bet where round_number is not null and version is not null order by placed_at desc offset ${upTo(12)} limit 1`,
  )
  if (!found) return
  const wrongly = upTo(2) === 0
  if (wrongly)
    await operator('bet', {
      bet_id: found.betId,
      kind: oneOf(['void', 'resettle']),
      payout: upTo(20_000),
    })
  else
    await operator(upTo(4) === 0 ? 'void-round' : 'resettle-round', {
      code: found.code,
      number: Number(found.number),
    })
}

/**
 * Lets so many seconds pass for every transfer whose outcome is unknown, and has it asked about at
 * once.
 */
const ageTransfers = (seconds: number) =>
  run(
    db,
    sql`
  update venue_transfer t set created_at = created_at - ${seconds} * interval '1 s', next_check_at = '-infinity'
  from (select member_id, tx_id from venue_transfer where state = 2 for update skip locked) waiting where waiting.member_id = t.member_id and waiting.tx_id = t.tx_id`,
  )

/** One random step of one member, of the operator, or of time. */
async function step(member: Member): Promise<void> {
  const venue = oneOf(member.haunts)
  const amount = ((upTo(20_000) + 1) / 100).toFixed(2)
  const dice = upTo(100)
  if (dice < 20)
    return void (await server(member, 'transfer', {
      sourcetype: 'userbalance',
      targettype: venue,
      amount,
    }))
  if (dice < 32)
    return void (await server(member, 'transfer', {
      sourcetype: venue,
      targettype: 'userbalance',
      amount,
    }))
  if (dice < 35) return void (await server(member, 'transall', {}))
  if (dice < 77) return bet(member)
  if (dice < 86) return void (await setClock(2_000 + upTo(25_000)))
  if (dice < 91) {
    const { seconds, ...fault } = oneOf(FAULTS) as { kind: string; seconds?: number }
    const armed = await operator('faults', {
      ...fault,
      count: seconds ? null : 1 + upTo(3),
      probability: 0.5,
    })
    if (seconds) await operator('clear-faults', { id: armed.data?.['id'] })
    return
  }
  if (dice < 95) return correct()
  // What waits for an answer is asked about again, or is old enough to be finalized; slots may be
  // played again.
  const agedS = upTo(2) ? 100 : 0
  await ageTransfers(agedS)
  await run(
    venueDb,
    sql`delete from pace p using (select merchant, player_id from pace for update skip locked) idle where idle.merchant = p.merchant and idle.player_id = p.player_id`,
  )
}

/**
 * What the venue's own rows say must be in each wallet, and is not. It holds at every moment,
 * whoever was killed.
 */
const wrongWallets = () =>
  rows(
    venueDb,
    sql`
  select w.desk_id, w.player_id, w.available, e.expected from wallet w cross join lateral (select
    coalesce((select sum(case direction when 'IN' then amount else -amount end) from transfer t where t.desk_id = w.desk_id and t.player_id = w.player_id and t.status = 'SUCCESS'), 0)
    + coalesce((select sum(case b.status when 'OPEN' then -stake when 'SETTLED' then payout - stake else 0 end) from bet b where b.desk_id = w.desk_id and b.player_id = w.player_id), 0) as expected) e
  where w.available <> e.expected`,
  )

type Side = { member: string; venue: string; amount: bigint }
const keyed = (sides: Side[]) =>
  Object.fromEntries(
    sides
      .filter(({ amount }) => amount !== 0n)
      .map(({ member, venue, amount }) => [`${member} ${venue}`, amount]),
  )

/**
 * Platform venue account, less the results booked to it, and what is in transit; by member and
 * venue.
 */
const platformSide = () =>
  rows(
    db,
    sql<Side>`
  select p.member_id::text as member, v.platname as venue, (
      coalesce((select posted_balance from ledger.account a where a.member_id = p.member_id and a.account_code = 110 and a.venue_id = p.venue_id), 0)
      + coalesce((select sum(e.amount) from ledger.entry e where e.member_id = p.member_id and e.account_code = 410 and e.venue_id = p.venue_id and e.layer = 'posted'), 0)
      + coalesce((select sum(case direction when 'IN' then amount_fen else -amount_fen end) from venue_transfer t where t.member_id = p.member_id and t.venue_id = p.venue_id and t.state = 2), 0))::bigint as amount
  from venue_player p join venue v using (venue_id)`,
  )

/** Wallet and open stakes, less what the player won or lost; by member and venue. */
const venueSide = () =>
  rows(
    venueDb,
    sql<Side>`
  select w.player_id as member, d.venue_code as venue, (w.available
      + coalesce((select sum(stake) from bet b where b.desk_id = w.desk_id and b.player_id = w.player_id and b.status = 'OPEN'), 0)
      - coalesce((select sum(payout - stake) from bet b where b.desk_id = w.desk_id and b.player_id = w.player_id and b.status = 'SETTLED'), 0))::bigint as amount
  from wallet w join desk d using (desk_id)`,
  )

const betsAt = async (source: 'platform' | 'venue') =>
  Object.fromEntries(
    (source === 'venue'
      ? await rows(
          venueDb,
          sql<{
            id: string
            says: string
          }>`select bet_id as id, concat_ws(' ', player_id, case status when 'OPEN' then 2 when 'SETTLED' then 1 else 0 end, stake, valid_amount, payout, version, revision) as says from bet where version is not null`,
        )
      : await rows(
          db,
          sql<{
            id: string
            says: string
          }>`select bet_id as id, concat_ws(' ', member_id, status, stake_fen, valid_fen, payout_fen, version, revision) as says from bet`,
        )
    ).map(({ id, says }) => [id, says]),
  )

const untilNone = (what: string, count: () => Promise<number>) =>
  expect.poll(count, { timeout: 300_000, interval: 250, message: what }).toBe(0)

/**
 * Nothing is disturbed any more: every transfer ends, every round and match is settled, every
 * record is read.
 */
async function drain() {
  await operator('clear-faults', {})
  await untilNone('transfers of unknown outcome', async () => {
    await ageTransfers(100)
    return (
      await theRow(
        db,
        sql<{ open: number }>`select count(*)::int as open from venue_transfer where state = 2`,
      )
    ).open
  })
  await untilNone('open bets', async () => {
    await setClock(60_000)
    return (
      await theRow(
        venueDb,
        sql<{ open: number }>`select count(*)::int as open from bet where status = 'OPEN'`,
      )
    ).open
  })
  await untilNone('records not read', async () => {
    const versions = new Map(
      (
        await rows(
          venueDb,
          sql<{
            venue: string
            version: bigint
          }>`select venue_code as venue, version from feed_counter join desk using (desk_id)`,
        )
      ).map(({ venue, version }) => [venue, version]),
    )
    const read = await rows(
      db,
      sql<{
        venue: string
        cursor: bigint
      }>`select platname as venue, cursor from venue_feed join venue using (venue_id)`,
    )
    return VENUES.filter(
      venue => (read.find(each => each.venue === venue)?.cursor ?? 0n) < versions.get(venue)!,
    ).length
  })
}

test(
  `${STEPS} random steps with faults, corrections and kills: both books agree, each ref counts at most once, every bet is known as it stands`,
  { timeout: 600_000 + STEPS * 400 },
  async () => {
    await setClock(0)
    await open('venue')
    operatorHeaders = await asDemoOperator({ url: urls.venue })
    await open('server')
    for (const [code, listed] of Object.entries(GAMES)) {
      for (const [rank, game] of listed.entries())
        await run(
          db,
          sql`insert into game (venue_id, game_code, name, image, rank) select venue_id, ${game}, ${game}, '/art/tile-live.webp', ${rank} from venue where platname = ${code}`,
        )
    }
    const members: Member[] = []
    for (let n = 0; n < MEMBERS; n++) {
      const form = {
        name: `soak${n}x${newKey()}`.slice(0, 11),
        password: 'secret1',
        confirmPass: 'secret1',
        realname: '测试员',
        paypassword: '888888',
        code: 'x',
        pid: '',
      }
      const member: Member = {
        token: '',
        memberId: 0n,
        seats: new Map(),
        haunts: Array.from({ length: HAUNTS }, (_, i) => VENUES[(n + i * 2) % VENUES.length]!),
      }
      member.token = (await server(member, 'register', form)).data!['api_token'] as string
      member.memberId = BigInt((await server(member, 'user', {})).data!['id'] as number)
      const birthday = addDays('1981-01-01', n)
      await run(
        db,
        sql`update member set birthday = ${birthday} where member_id = ${member.memberId}`,
      )
      await fund(db, member.memberId, FUNDS_FEN)
      await Promise.all(
        member.haunts.map(venue =>
          server(member, 'transfer', {
            sourcetype: 'userbalance',
            targettype: venue,
            amount: '300',
          }),
        ),
      )
      members.push(member)
    }

    let steps = 0
    let kills = 0
    const playing = members.map(async member => {
      while (steps < STEPS) {
        steps++
        await step(member)
      }
    })
    const killing = (async () => {
      while (steps < STEPS) {
        if (steps < (kills + 1) * STEPS_A_KILL) {
          await new Promise(done => setTimeout(done, 20))
          continue
        }
        await kill(kills++ % 2 === 0 ? 'venue' : 'server')
        expect(await wrongWallets()).toEqual([])
        if (STEPS > 1_000) console.log(`${steps} steps, ${kills} kills`)
      }
    })()
    await Promise.all([...playing, killing])
    await drain()

    expect(await wrongWallets()).toEqual([])
    expect(
      keyed(await platformSide()),
      'platform venue and in-transit accounts = venue wallets + open stakes - cumulative player net',
    ).toEqual(keyed(await venueSide()))
    expect(await betsAt('platform'), 'every bet as the venue has it').toEqual(await betsAt('venue'))
    const refs = await rows(
      venueDb,
      sql<{
        ref: string
        amount: bigint
      }>`select ref, amount from transfer where status = 'SUCCESS' and amount > 0 order by ref collate "C"`,
    )
    const moved = await rows(
      db,
      sql<{
        ref: string
        amount: bigint
      }>`select tx_id as ref, moved_fen as amount from venue_transfer where state = 1 order by tx_id collate "C"`,
    )
    expect(refs, 'a ref that counted here counted there, with the same amount').toEqual(moved)
    const turnover = await theRow(
      db,
      sql<{
        counted: bigint
        valid: bigint
      }>`select (select coalesce(sum(valid_fen), 0)::bigint from turnover_day) as counted, (select coalesce(sum(valid_fen), 0)::bigint from bet where status = 1) as valid`,
    )
    expect(turnover.counted).toBe(turnover.valid)
    await assertBooksHold(db)

    // Everybody takes everything home: what he has is what he was given, and what he won or lost.
    for (const member of members) {
      await server(member, 'transall', {})
      const held = await balances(db, member.memberId)
      const { net } = await theRow(
        venueDb,
        sql<{
          net: bigint
        }>`select coalesce(sum(payout - stake), 0)::bigint as net from bet where status = 'SETTLED' and player_id = ${member.memberId.toString()}`,
      )
      expect([
        held.cashFen,
        held.cashAvailableFen,
        held.venues.reduce((sum, each) => sum + each.postedFen, 0n),
      ]).toEqual([FUNDS_FEN + net, FUNDS_FEN + net, 0n])
    }
    await assertBooksHold(db)
    const { count, corrected } = await theRow(
      venueDb,
      sql<{
        count: number
        corrected: number
      }>`select count(*)::int as count, count(*) filter (where revision > 1)::int as corrected from bet`,
    )
    // Doors that refuse everybody would leave nothing to compare.
    expect(count, 'bets').toBeGreaterThan(0)
    expect(refs.length, 'transfers').toBeGreaterThan(0)
    console.log(
      `${steps} steps, ${kills} kills, ${count} bets (${corrected} corrected), ${refs.length} transfers`,
    )
  },
)
