// The three kinds of wallet at once: a venue of protocol v1, a transfer wallet and a seamless one.
// Members move money and play while answers are lost, late or doubled and the server is killed in
// the middle. In the end every fen is where the venues' own books say. SOAK_STEPS and SOAK_SEED
// make it longer and other.
import { prizeState, tournamentState } from '@tianping/contract/tournaments/facts'
import { run, sql, theRow, transaction } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import { randomBytes, randomUUID } from 'node:crypto'
import { type ChildProcess } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../../tooling/postgres.ts'
import { askUntilAnswered, chanceOf, runSteps } from '../../../../tooling/runs/soak.ts'
import { endService, launchService } from '../../../../tooling/stack.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { gamePage } from '../../../venue/test/support/support.ts'
import { checkFreeRounds, giveFreeRounds } from '../../src/areas/freeRounds/freeRounds.ts'
import { checkJackpots, JACKPOT_SETTING, jackpotSchema } from '../../src/areas/jackpots/jackpots.ts'
import { checkVenues, readFeed } from '../../src/areas/venues/venues.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { balances, lockMember } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { connectSeamless, GAME, startSeamlessStub, startTransferStub } from '../support/seamless.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, fund, openTestVenue } from '../support/venue.ts'

const STEPS = Number(process.env['SOAK_STEPS'] ?? 80)
const KILLS = Math.min(40, Math.ceil(STEPS / 40))
const MEMBERS = STEPS > 500 ? 8 : 4
const FUNDS_FEN = 500_000n
const SLOT = 'fortune3'
const STAKE_FEN = 200
/** It is won every few spins: each cycle has room for ten yuan. */
const POOL = {
  ref: 'soak',
  name: '奖池',
  venue: 'FG',
  games: [SLOT],
  shareHundredths: 300,
  seedFen: 1_000,
  boundFen: 1_100,
  open: true,
}

const { upTo, oneOf } = chanceOf(20_261_126)

const platform = await freshDatabase('server')
const db = platform.open()
await addVenues(db)
const venue = await openTestVenue()
const seamless = await startSeamlessStub()
const transfers = await startTransferStub()
const started: ChildProcess[] = []
afterAll(() => Promise.all(started.map(endService)))

const port = await freePort()
const serverUrl = `http://127.0.0.1:${port}`
let server: ChildProcess | null = null
async function open() {
  const env = {
    PATH: process.env['PATH'] ?? '',
    TIANPING_MODE: 'sandbox',
    LOG_LEVEL: process.env['KILL_LOG'] ?? 'fatal',
    TRUST_PROXY: '1',
    PORT: String(port),
    DATABASE_URL: platform.url,
    VENUE_URL: venue.url,
  }
  server = (await launchService('apps/server/src/main.ts', env, started)).child
}

type Member = {
  token: string
  memberId: bigint
  game: string
  transferNetFen: bigint
  /** The slot of the venue of protocol v1: its page, its net, and the gifts with what they won. */
  slot: ReturnType<typeof gamePage>
  slotNetFen: bigint
  freeWonFen: bigint
  grants: string[]
}

const ask = ({ token }: Pick<Member, 'token'>, name: string, body: object) =>
  askUntilAnswered(`${serverUrl}/api/${name}`, body, {
    headers: { authorization: `Bearer ${token}` },
  })

async function join(n: number): Promise<Member> {
  const form = {
    name: `tri${n}x${randomBytes(6).toString('hex')}`.slice(0, 11),
    password: 'secret1',
    confirmPass: 'secret1',
    realname: '测试员',
    paypassword: '888888',
    code: 'x',
    pid: '',
  }
  const token = (await ask({ token: '' }, 'register', form)).data?.['api_token'] as string
  const memberId = BigInt((await ask({ token }, 'user', {})).data?.['id'] as number)
  const birthday = addDays('1981-01-01', n)
  await run(db, sql`update member set birthday = ${birthday} where member_id = ${memberId}`)
  await fund(db, memberId, FUNDS_FEN)
  const launched = await ask({ token }, 'getGameUrl', {
    plat_name: 'SW',
    game_type: 0,
    game_code: GAME,
    is_mobile_url: 1,
  })
  const url = launched.data?.['url']
  expect(typeof url, launched.message).toBe('string')
  const game = new URL(String(url)).searchParams.get('token') ?? ''
  const slot = gamePage(venue.url)
  const entered = await ask({ token }, 'getGameUrl', {
    plat_name: 'FG',
    game_type: 0,
    game_code: SLOT,
    is_mobile_url: 1,
    brought: 1,
  })
  await slot.enter(String(entered.data?.['url']))
  const nothing = { transferNetFen: 0n, slotNetFen: 0n, freeWonFen: 0n, grants: [] }
  const member = { token, memberId, game, slot, ...nothing }
  await gift(member)
  await ask(member, 'transfer', { sourcetype: 'userbalance', targettype: 'FG', amount: '100' })
  return member
}

const round = ({ memberId, game }: Member) => ({
  user: memberId.toString(),
  token: game,
  round: randomUUID(),
  game_code: GAME,
  stake: 1_000 * (1 + upTo(4_000)),
  win: 1_000 * upTo(9_000),
  end: oneOf(['win', 'win', 'win', 'close', 'close', 'rollback', 'open'] as const),
  fault: oneOf(['', '', 'lost', 'twice', 'at_once'] as const),
})
const FAULTS = ['late', 'drop_before', 'drop_after', 'error_after'] as const

/** The house gives rounds of the slot; the job of a server brings them to the venue. */
const gift = (member: Member) =>
  transaction(db, async tx => {
    await lockMember(tx, member.memberId)
    const no = await giveFreeRounds(tx, {
      memberId: member.memberId,
      venue: 'FG',
      games: [SLOT],
      stakeFen: STAKE_FEN,
      rounds: 3,
      days: 1,
      turnoverTimes: 1,
      source: 'hand',
      sourceId: '',
      reason: '测试',
      by: '',
      waits: false,
      now: new Date(),
    })
    if (no !== null) member.grants.push(no)
  })

/** A spin with money of the member's own, which fills the jackpot, or one that the house gave. */
async function spin(member: Member) {
  const free = member.grants.length > 0 && upTo(2) > 0 ? { free: oneOf(member.grants) } : {}
  const client_bet_id = `c-${randomBytes(8).toString('hex')}`
  const asked = { client_bet_id, stake: STAKE_FEN, ...free }
  const { data } = await member.slot.call('POST', '/api/bets', asked)
  // Too soon after the last spin, without money, or a gift that is not there yet.
  if (!data?.bet) return
  const payout = BigInt(data.bet.payout)
  if (free.free) member.freeWonFen += payout
  else member.slotNetFen += payout - BigInt(STAKE_FEN)
}

/** One random step of one member. */
async function step(member: Member): Promise<unknown> {
  const dice = upTo(100)
  if (dice < 32) return seamless.steer('/_play', round(member))
  if (dice < 55) return spin(member)
  if (dice < 57) return gift(member)
  if (dice < 63) {
    const [stake, more] = [1 + upTo(500), upTo(800)]
    const user = member.memberId.toString()
    const { amount } = await transfers.steer<{ amount: number }>('/_wallet', { user })
    // Nobody plays with what they do not have there; no venue is asked where nothing was brought.
    if (amount < stake * 1_000) return
    member.transferNetFen += BigInt(more)
    return transfers.steer('/_play', {
      user,
      round: randomUUID(),
      stake: stake * 1_000,
      win: (stake + more) * 1_000,
    })
  }
  if (dice < 70) {
    const path = `/transfer_wallet/${oneOf(['deposit', 'withdraw'])}`
    return transfers.steer('/_fault', { path, kind: oneOf(FAULTS), ms: 300 })
  }
  if (dice < 75) return ask(member, 'transall', {})
  const there = oneOf(['TW', 'TW', 'FG'])
  const amount = ((upTo(20_000) + 1) / 100).toFixed(2)
  const [sourcetype, targettype] = upTo(3) > 0 ? ['userbalance', there] : [there, 'userbalance']
  return ask(member, 'transfer', { sourcetype, targettype, amount })
}

const pending = async () => {
  await run(
    db,
    sql`update venue_transfer set created_at = created_at - interval '100 s', next_check_at = '-infinity' where state = 2`,
  )
  return (
    await theRow(
      db,
      sql<{ open: number }>`select count(*)::int as open from venue_transfer where state = 2`,
    )
  ).open
}

/** Gifts are ended wherever they are, and paid by what their rounds won. */
async function openGrants() {
  await run(
    db,
    sql`update free_round_grant set ends_at = now(), next_at = now() where state in (2, 4, 5) and ends_at > now()`,
  )
  await run(db, sql`update free_round_grant set next_at = now() where state = 5`)
  return (
    await theRow(
      db,
      sql<{
        open: number
      }>`select count(*)::int as open from free_round_grant where state not in (6, 9)`,
    )
  ).open
}

const PRIZES_FEN = [5_000n, 3_000n, 1_000n]

/** A tournament of two of the kinds of wallet, which everybody has entered. */
async function race(members: readonly Member[]) {
  await run(
    db,
    sql`with made as (
      insert into tournament (name, measure, least_stake_fen, prizes_fen, budget_fen, turnover_times, starts_at, planned_ends_at, ends_at, settle_minutes,
        state, proposed_by, proposed_at, decided_by, decided_at)
      values ('soak', 'stake', 1, ${PRIZES_FEN}::bigint[], 9000, 1, now(), now() + interval '9 days', now() + interval '9 days', 0, 2, 'a', now(), 'b', now())
      returning tournament_id),
    games as (insert into tournament_game select tournament_id, venue_id, '' from made, venue where platname in ('FG', 'SW'))
    insert into tournament_entry (tournament_id, member_id, entered_at)
    select tournament_id, m, now() from made, unnest(${members.map(({ memberId }) => memberId)}::bigint[]) m`,
  )
}

/** Two persons end it now; the jobs of a server count it and pay. */
const endRace = () =>
  run(
    db,
    sql`update tournament set end_asked_by = 'a', ended_by = 'b', ends_at = greatest(starts_at, now())`,
  )

/** Every bet of the seamless venue came by a call: there is nothing to be read. */
async function isRacePaid(): Promise<boolean> {
  await run(
    db,
    sql`update venue_feed set read_at = now() where venue_id = (select venue_id from venue where platname = 'SW')`,
  )
  const { state } = await theRow(db, sql<{ state: number }>`select state from tournament`)
  return state === tournamentState.closed
}

const prizeOf = async ({ memberId }: Member) =>
  (
    await theRow(
      db,
      sql<{ fen: bigint }>`
      select coalesce(sum(amount_fen), 0)::bigint as fen from tournament_prize where member_id = ${memberId} and state = ${prizeState.paid}`,
    )
  ).fen

/** Where all of a member's money is: wallet, open stakes, what lies at venues. */
async function places({ memberId }: Member) {
  const held = await balances(db, memberId)
  const stake = await theRow(
    db,
    sql<{ fen: bigint }>`
    select coalesce(sum(posted_balance), 0)::bigint as fen from ledger.account where member_id = ${memberId} and account_code = 120`,
  )
  const away = held.venues.reduce((sum, each) => sum + each.postedFen, 0n)
  return { cash: held.cashAvailableFen, stake: stake.fen, away }
}

test(
  `${STEPS} random steps at three kinds of wallet, with faults and kills of the server: every fen is in one place`,
  { timeout: 600_000 + STEPS * 400 },
  async () => {
    const clock = new TestClock()
    const site = await openTestSite(platform.url, { clock, venueUrl: venue.url })
    await connectSeamless(site, { stub: seamless, clock, code: 'SW' })
    await connectSeamless(site, {
      stub: transfers,
      clock,
      code: 'TW',
      adapter: 'transfer-wallet',
    })
    await run(
      db,
      sql`insert into game (venue_id, game_code, name, image) select venue_id, ${SLOT}, '招财进宝', '/art/fortune3.webp' from venue where platname = 'FG'`,
    )
    await writeSetting(
      db,
      JACKPOT_SETTING,
      jackpotSchema,
      { pools: [POOL] },
      {
        name: 'test',
        at: new Date(),
      },
    )
    await open()
    await seamless.steer('/_wallet', { url: `${serverUrl}/api/wallet/SW` })
    const members: Member[] = []
    for (let n = 0; n < MEMBERS; n++) members.push(await join(n))
    await race(members)

    const kill = () => {
      server?.kill('SIGKILL')
      return open()
    }
    const { steps, kills } = await runSteps({
      steps: STEPS,
      kills: KILLS,
      lanes: members,
      step,
      kill,
    })
    await expect.poll(pending, { timeout: 300_000, interval: 250 }).toBe(0)
    await expect.poll(openGrants, { timeout: 300_000, interval: 250 }).toBe(0)
    const fg = (await site.services.venues.named('FG'))!
    while ((await readFeed(site.services, fg)) > 0);
    for (const member of members)
      await expect
        .poll(
          async () => {
            await ask(member, 'transall', {})
            await pending()
            return (await places(member)).away
          },
          { timeout: 300_000, interval: 250 },
        )
        .toBe(0n)

    await endRace()
    await expect.poll(isRacePaid, { timeout: 300_000, interval: 500 }).toBe(true)
    let prizesFen = 0n
    for (const member of members) {
      const { net, open: staked } = await seamless.steer<{ net: number; open: number }>('/_book', {
        user: member.memberId.toString(),
      })
      const stake = BigInt(staked) / 1_000n
      const played = BigInt(net) / 1_000n + member.transferNetFen + member.slotNetFen
      const prizeFen = await prizeOf(member)
      prizesFen += prizeFen
      const cash = FUNDS_FEN + played - stake + member.freeWonFen + prizeFen
      expect(await places(member)).toEqual({ cash, stake, away: 0n })
    }
    expect(prizesFen).toBe(PRIZES_FEN.reduce((sum, fen) => sum + fen, 0n))
    await assertBooksHold(db)
    const asked = [
      checkVenues(site.services),
      checkFreeRounds(site.services),
      checkJackpots(site.services),
    ]
    const wrong = async () =>
      (await Promise.all(asked.map(check => check(db, {} as never))))
        .flat()
        .filter(each => each.severity === 'mismatch' && each.differences.length > 0)
    // The records of bets come behind the money.
    await expect.poll(wrong, { timeout: 300_000, interval: 500 }).toEqual([])
    const { counted, valid, bets } = await theRow(
      db,
      sql<{ counted: bigint; valid: bigint; bets: number }>`
      select (select coalesce(sum(valid_fen), 0)::bigint from turnover_day) as counted, (select coalesce(sum(valid_fen), 0)::bigint from bet where status = 1) as valid,
        (select count(*)::int from bet) as bets`,
    )
    expect(counted).toBe(valid)
    expect(bets).toBeGreaterThan(0)
    expect(kills).toBeGreaterThan(0)
    const { given, wins } = await theRow(
      db,
      sql<{ given: number; wins: number }>`
      select (select count(*)::int from free_round_bet) as given, (select count(*)::int from jackpot_bet where won_fen > 0) as wins`,
    )
    console.log(
      `${steps} steps, ${kills} kills, ${bets} bets, ${given} free rounds, ${wins} jackpots`,
    )
  },
)
