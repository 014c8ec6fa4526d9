// The three kinds of wallet at once: a venue of protocol v1, a transfer wallet and a seamless one.
// Members move money and play while answers are lost, late or doubled and the server is killed in
// the middle. In the end every fen is where the venues' own books say. SOAK_STEPS and SOAK_SEED
// make it longer and other.
import { run, sql, theRow } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import { randomBytes, randomUUID } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../../tooling/postgres.ts'
import { inRoot } from '../../../../tooling/root.ts'
import { endService, launchService } from '../../../../tooling/stack.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { checkVenues } from '../../src/areas/venues/venues.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { connectSeamless, GAME, OPERATOR, startSeamlessStub } from '../support/seamless.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, fund, openTestVenue } from '../support/venue.ts'

const STEPS = Number(process.env['SOAK_STEPS'] ?? 80)
const STEPS_A_KILL = Math.max(40, STEPS / 40)
const MEMBERS = STEPS > 500 ? 8 : 4
const FUNDS_FEN = 500_000n
const PATIENCE_MS = 300_000

let state = Number(process.env['SOAK_SEED'] ?? 20_261_126)
const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
const upTo = (n: number) => Math.floor(random() * n)
const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)]!

const platform = await freshDatabase('server')
const db = platform.open()
await addVenues(db)
const venue = await openTestVenue()
const seamless = await startSeamlessStub()
const started: ChildProcess[] = []
afterAll(() => Promise.all(started.map(endService)))

const transferConfig = { publicKey: seamless.ours.publicKey, operatorId: OPERATOR }
const transfers = spawn(
  process.execPath,
  [inRoot('tooling/venues/transferWallet.ts'), JSON.stringify(transferConfig)],
  { stdio: ['pipe', 'pipe', 'inherit'] },
)
afterAll(() => void transfers.kill())
const [line] = (await once(transfers.stdout, 'data')) as [Buffer]
const transferUrl = line.toString('utf8').trim()
const steerTransfers = async <T>(path: string, asked: object) =>
  (await (
    await fetch(`${transferUrl}${path}`, { method: 'POST', body: JSON.stringify(asked) })
  ).json()) as T

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

type Answer = { code: number; message: string; data: Record<string, unknown> | null }
type Member = { token: string; memberId: bigint; game: string; transferNetFen: bigint }

/** Asks until there is an answer, whatever happened to the process. */
async function ask(member: Pick<Member, 'token'>, name: string, body: object): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${member.token}`,
    'idempotency-key': randomBytes(12).toString('hex'),
    'x-forwarded-for': `10.${upTo(250)}.${upTo(250)}.${upTo(250)}`,
  }
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    const answer = await fetch(`${serverUrl}/api/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
      .then(said =>
        said.status < 500 && said.status !== 429 ? (said.json() as Promise<Answer>) : null,
      )
      .catch(() => null)
    if (answer) return answer
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error(`${name} was never answered`)
}

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
  return { token, memberId, game, transferNetFen: 0n }
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

/** One random step of one member. */
async function step(member: Member): Promise<unknown> {
  const dice = upTo(100)
  if (dice < 55) return seamless.steer('/_play', round(member))
  if (dice < 63) {
    const [stake, more] = [1 + upTo(500), upTo(800)]
    member.transferNetFen += BigInt(more)
    return steerTransfers('/_play', {
      user: member.memberId.toString(),
      round: randomUUID(),
      stake: stake * 1_000,
      win: (stake + more) * 1_000,
    })
  }
  if (dice < 70) {
    const path = `/transfer_wallet/${oneOf(['deposit', 'withdraw'])}`
    return steerTransfers('/_fault', { path, kind: oneOf(FAULTS), ms: 300 })
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
      stub: { ...seamless, url: transferUrl },
      clock,
      code: 'TW',
      adapter: 'transfer-wallet',
    })
    await open()
    await seamless.steer('/_wallet', { url: `${serverUrl}/api/wallet/SW` })
    const members: Member[] = []
    for (let n = 0; n < MEMBERS; n++) members.push(await join(n))

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
        kills++
        server?.kill('SIGKILL')
        await open()
        if (STEPS > 500) console.log(`${steps} steps, ${kills} kills`)
      }
    })()
    await Promise.all([...playing, killing])
    await expect.poll(pending, { timeout: 300_000, interval: 250 }).toBe(0)
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

    for (const member of members) {
      const { net, open: staked } = await seamless.steer<{ net: number; open: number }>('/_book', {
        user: member.memberId.toString(),
      })
      const stake = BigInt(staked) / 1_000n
      const cash = FUNDS_FEN + BigInt(net) / 1_000n - stake + member.transferNetFen
      expect(await places(member)).toEqual({ cash, stake, away: 0n })
    }
    await assertBooksHold(db)
    const found = await checkVenues(site.services)(db, {} as never)
    const wrong = found.filter(each => each.severity === 'mismatch' && each.differences.length > 0)
    expect(wrong).toEqual([])
    const { counted, valid, bets } = await theRow(
      db,
      sql<{ counted: bigint; valid: bigint; bets: number }>`
      select (select coalesce(sum(valid_fen), 0)::bigint from turnover_day) as counted, (select coalesce(sum(valid_fen), 0)::bigint from bet where status = 1) as valid,
        (select count(*)::int from bet) as bets`,
    )
    expect(counted).toBe(valid)
    expect(bets).toBeGreaterThan(0)
    expect(kills).toBeGreaterThan(0)
    console.log(`${steps} steps, ${kills} kills, ${bets} bets`)
  },
)
