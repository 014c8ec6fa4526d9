// Several brands in one process: each on a database of its own, behind one listener, told apart by
// the host alone.
import type { ConsoleCallName, ConsoleGiven, ConsoleSent, Role } from '@tianping/contract/console'
import {
  dropDatabase,
  ensureDatabase,
  rows,
  run,
  sql,
  transaction,
  type Db,
} from '@tianping/database'
import type { ChildProcess } from 'node:child_process'
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { freshDatabase, PATIENCE } from '../../../../tooling/test/database.ts'
import {
  addBrand,
  listPerson,
  migrateBrands,
  moveBrand,
  openWork,
  removePerson,
  setHosts,
  setOwn,
  setState,
  setUrl,
  type Work,
} from '../../../../tooling/ops/brands/work.ts'
import { configProblems } from '../../../../tooling/ops/config.ts'
import { freePort } from '../../../../tooling/postgres.ts'
import { endService, launchService } from '../../../../tooling/stack.ts'
import { creditDeposit } from '../../src/areas/cashier/credit.ts'
import { insertDeposit } from '../../src/areas/cashier/store/deposit.sql.ts'
import { Brands } from '../../src/brands/brands.ts'
import {
  directorySettings,
  marksOf,
  processSettings,
  settingsOfBrand,
} from '../../src/brands/brandSettings.ts'
import { askedHost } from '../../src/brands/door.ts'
import { BRAND_SETTING, brandSetting, requireOwnDatabase } from '../../src/brands/ownDatabase.ts'
import { createOperator } from '../../src/console/signIn/operators.ts'
import { newLog } from '../../src/kernel/log.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { PASSWORD } from '../console/support.ts'
import { directoryDatabase } from '../support/directory.ts'
import { TestClock } from '../support/site.ts'
import { addVenues, fund } from '../support/venue.ts'

const NOON = '2026-11-20T04:00:00Z'
const DAY = '2026-11-20'
const BROWSER = 'Browser/1.0'
/** A call of visitors that asks the database. */
const FREE = '/api/getVisitUrl'

const clock = new TestClock(NOON)
const env = {
  TIANPING_MODE: 'sandbox',
  DIRECTORY_URL: await directoryDatabase(),
  PORT: '0',
  METRICS_PORT: '0',
  TRUST_PROXY: '1',
  RUN_JOBS: '0',
  DATABASE_POOL: '4',
  BUSY_AFTER_MS: '60000',
  BRAND_CONNECTIONS: '50',
  // Of no brand: what each has of its own is inherited by none.
  VENUE_MERCHANT: 'of-the-process',
}
const directory = directorySettings(env)
const databases = {
  red: await freshDatabase('server'),
  blue: await freshDatabase('server'),
}
const [green, stale] = [await freshDatabase('server'), await freshDatabase('server')]
const owners = { red: databases.red.open(), blue: databases.blue.open() }
type Code = keyof typeof databases

/** The line to the database of one brand, which can be cut. */
const lines = new Set<Socket>()
const line = createServer(socket => {
  const { hostname, port: at } = new URL(databases.blue.url)
  const there = connect(Number(at), hostname)
  for (const each of [socket, there]) {
    lines.add(each)
    each.on('error', () => {})
    each.on('close', () => {
      socket.destroy()
      there.destroy()
      lines.delete(each)
    })
  }
  socket.pipe(there).pipe(socket)
})
// A port that nobody else is given once the line is cut.
const linePort = await freePort()
await new Promise<void>(done => line.listen(linePort, '127.0.0.1', () => done()))
const cut = () => {
  line.close()
  for (const each of lines) each.destroy()
}
afterAll(cut)
const blueUrl = Object.assign(new URL(databases.blue.url), {
  port: String(linePort),
}).href
const HOST = { red: 'red.test', blue: 'blue.test' }

let work: Work
let brands: Brands
let port = 0

const brandOf = (code: string, url: string, more: object = {}) => ({
  code,
  name: `品牌${code}`,
  publicUrl: `http://${code}.test`,
  hosts: [] as string[],
  own: { DATABASE_URL: url, VENUE_URL: 'http://127.0.0.1:9', VENUE_MERCHANT: `of-${code}` },
  create: false,
  operator: null,
  ...more,
})

beforeAll(async () => {
  work = await openWork(env, directory)
  work.now = clock.now()
  await addBrand(
    work,
    brandOf('red', databases.red.url, { hosts: ['www.red.test', 'M.Red.Test:80'] }),
  )
  await addBrand(work, brandOf('blue', blueUrl))
  brands = await Brands.open(
    {
      env,
      directory,
      log: newLog('silent'),
      site: { clock, checkAnswers: true, patience: PATIENCE },
    },
    processSettings(env),
  )
  port = await brands.listen()
})
afterAll(async () => {
  await brands.close()
  await work.db.destroy()
})

type Answer = { status: number; text: string; headers: IncomingHttpHeaders }

/** One request over the listener that all brands share. */
const ask = (
  host: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  new Promise((done, failed) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body ? 'POST' : 'GET',
        headers: {
          host,
          'user-agent': BROWSER,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
      },
      response => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, text, headers: response.headers }),
        )
      },
    )
    sent.on('error', failed)
    sent.end(body ? JSON.stringify(body) : undefined)
  })

type Envelope<T = Record<string, unknown>> = { code: number; message: string; data: T }
const said = <T>({ text }: Answer) => JSON.parse(text) as Envelope<T>

const member = async (code: Code, path: string, body: object = {}, token = '') =>
  said<Record<string, unknown>>(
    await ask(HOST[code], path, { body, headers: { authorization: `Bearer ${token}` } }),
  )

const register = async (code: Code, name: string) => {
  const made = await member(code, '/api/register', {
    name,
    password: 'secret1',
    confirmPass: 'secret1',
    realname: '测试员',
    paypassword: '888888',
    code: 'x',
    pid: '',
  })
  const token = String(made.data['api_token'])
  const me = await member(code, '/api/user', {}, token)
  return { token, memberId: BigInt(Number(me.data['id'])) }
}

async function consoleCall<N extends ConsoleCallName>(
  host: string,
  name: N,
  body: ConsoleSent<N>,
  headers: Record<string, string> = {},
) {
  const answer = await ask(host, name.slice('POST '.length), {
    body,
    headers: { 'x-tianping-console': '1', ...headers },
  })
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return { ...said<ConsoleGiven<N>>(answer), cookie }
}

/** An operator of one brand, logged in. */
async function desk(code: Code, name: string, role: Role) {
  await createOperator(owners[code], { name, password: PASSWORD, role }, clock.now())
  const { cookie } = await consoleCall(HOST[code], 'POST /api/console/login', {
    name,
    password: PASSWORD,
  })
  const call = <N extends ConsoleCallName>(call: N, body: ConsoleSent<N>) =>
    consoleCall(HOST[code], call, body, { cookie })
  return { cookie, call }
}

const ticketIn = (url: string) => url.slice(url.indexOf('ticket=') + 'ticket='.length)
const comeIn = (code: Code, ticket: string, agent = BROWSER) =>
  consoleCall(HOST[code], 'POST /api/console/login/brand', { ticket }, { 'user-agent': agent })

const audited = (db: Db, action: string) =>
  rows(
    db,
    sql<{ subject: string; after: Record<string, unknown> }>`
    select subject, after from audit_log where action = ${action} order by audit_id`,
  )

/** The state of the directory, taken up. */
const takenUp = async () => {
  await brands.look()
  await brands.settled()
}

describe('members', () => {
  test('of one name in two brands have money and sessions apart', async () => {
    const [red, blue] = [await register('red', 'twin01'), await register('blue', 'twin01')]
    expect(red.memberId).toBe(blue.memberId)
    await fund(owners.red, red.memberId, 123_45n)
    const balance = (code: Code, token: string) => member(code, '/api/balance', {}, token)
    expect(await balance('red', red.token)).toMatchObject({ code: 200, data: { balance: 123.45 } })
    expect(await balance('blue', blue.token)).toMatchObject({ code: 200, data: { balance: 0 } })
    // A session of one brand is nobody's in the other.
    expect(await balance('blue', red.token)).toMatchObject({ code: 401 })
    expect(await balance('red', blue.token)).toMatchObject({ code: 401 })
  })

  test('reach a brand by each of its hosts, in any case and with any port, and by no other', async () => {
    for (const host of ['red.test', 'www.red.test', 'm.red.test', 'RED.test:8080', 'red.test.'])
      expect([host, (await ask(host, FREE)).status]).toEqual([host, 200])
    for (const host of ['red.test.evil.example', 'x.red.test', '127.0.0.1', 'green.test', '']) {
      const answer = await ask(host, FREE)
      expect([host, answer.status]).toEqual([host, 421])
      expect(answer.text).not.toMatch(/red|blue|品牌/)
    }
    const ready = await ask('10.0.0.1', '/readyz')
    expect(JSON.parse(ready.text)).toEqual({ status: 'ok', brands: { open: 2, of: 2 } })
    expect(ready.status).toBe(200)
  })

  test('are told apart by the host that proxies of ours wrote, and by no word of their own', async () => {
    const asked = (proxies: number, forwarded?: string) =>
      askedHost(
        {
          headers: { host: 'red.test', ...(forwarded ? { 'x-forwarded-host': forwarded } : {}) },
        } as never,
        proxies,
      )
    expect(asked(0, 'blue.test')).toBe('red.test')
    expect(asked(1)).toBe('red.test')
    expect(asked(1, 'blue.test')).toBe('blue.test')
    expect(asked(1, 'evil.test, blue.test')).toBe('blue.test')
    const forwarded = { 'x-forwarded-host': 'evil.test, green.test' }
    expect((await ask('red.test', FREE, { headers: forwarded })).status).toBe(421)
    expect((await ask('red.test', 'http://blue.test/api/getbanner')).status).toBe(400)
  })

  test('of a paused brand see that it rests, while staff goes on and the other brand too', async () => {
    const { cookie } = await desk('blue', 'rester', 'support')
    await setState(work, 'blue', 'paused')
    await takenUp()
    const page = await ask('blue.test', '/')
    expect(page.status).toBe(503)
    expect(page.text).toContain('系统维护中')
    expect(said(await ask('blue.test', FREE))).toMatchObject({ code: 503 })
    const me = await consoleCall('blue.test', 'POST /api/console/me', {}, { cookie })
    expect(me).toMatchObject({ code: 200, data: { name: 'rester' } })
    expect((await ask('red.test', FREE)).status).toBe(200)
    await setState(work, 'blue', 'closed')
    await takenUp()
    expect((await ask('blue.test', FREE)).status).toBe(421)
    await setState(work, 'blue', 'open')
    await takenUp()
    expect((await ask('blue.test', FREE)).status).toBe(200)
  })
})

describe('operators', () => {
  let red: Awaited<ReturnType<typeof desk>>
  let lone: Awaited<ReturnType<typeof desk>>
  const way = async (who = red) => {
    const { data } = await who.call('POST /api/console/brands/switch', { brand: 'blue' })
    return ticketIn(data.url)
  }
  beforeAll(async () => {
    red = await desk('red', 'chief', 'admin')
    await desk('blue', 'chief', 'support')
    lone = await desk('red', 'lone01', 'admin')
    await listPerson(work, 'Chief', ['red', 'blue'])
  })

  test('of one brand are nobody in the other, and see no brand they are not listed for', async () => {
    const { cookie } = red
    expect(await consoleCall('blue.test', 'POST /api/console/me', {}, { cookie })).toMatchObject({
      code: 401,
    })
    expect((await red.call('POST /api/console/brands/list', {})).data).toEqual({
      current: 'red',
      brands: [
        { code: 'red', name: '品牌red', state: 'open' },
        { code: 'blue', name: '品牌blue', state: 'open' },
      ],
    })
    expect((await lone.call('POST /api/console/brands/list', {})).data.brands).toEqual([])
    for (const brand of ['blue', 'red', 'green'])
      expect(await lone.call('POST /api/console/brands/switch', { brand })).toMatchObject({
        code: 404,
      })
  })

  test('come into the other brand with its own rights, by a ticket that counts once', async () => {
    const { data } = await red.call('POST /api/console/brands/switch', { brand: 'blue' })
    expect(data.url).toMatch(/^http:\/\/blue\.test\/console\/#\/enter\?ticket=[0-9a-f]{64}$/)
    const ticket = ticketIn(data.url)
    // Not at another brand, nor in another browser; neither uses it up.
    expect(await comeIn('red', ticket)).toMatchObject({ code: 400, cookie: '' })
    expect(await comeIn('blue', ticket, 'Other/2.0')).toMatchObject({ code: 400, cookie: '' })
    const entered = await comeIn('blue', ticket)
    expect(entered).toMatchObject({
      code: 200,
      data: { operator: { name: 'chief', role: 'support' } },
    })
    const there = { cookie: entered.cookie }
    const staff = { page: 1, q: '', role: '', state: '' }
    expect(
      await consoleCall('blue.test', 'POST /api/console/staff/list', staff, there),
    ).toMatchObject({
      code: 403,
    })
    expect(await comeIn('blue', ticket)).toMatchObject({ code: 400, cookie: '' })
    expect(await audited(owners.red, 'console.switched_out')).toEqual([
      { subject: 'operator:chief', after: { brand: 'blue' } },
    ])
    expect(await audited(owners.blue, 'console.switched_in')).toEqual([
      { subject: 'operator:chief', after: { brand: 'red' } },
    ])
    expect(await audited(owners.blue, 'console.switch_refused')).toHaveLength(2)
  })

  test('come in by a ticket only where their password would lead in, and not without end', async () => {
    const settings = brands.siteOf('blue')?.services.settings ?? {}
    const chief = (set: { state?: string; allowed?: string }) =>
      run(
        owners.blue,
        sql`
        update operator set state = ${set.state ?? 'active'}, allowed = ${set.allowed ?? '{}'}::cidr[] where name = 'chief'`,
      )
    const refusals = async () => (await audited(owners.blue, 'console.switch_refused')).slice(2)
    await chief({ allowed: '{192.0.2.0/24}' })
    expect(await comeIn('blue', await way())).toMatchObject({
      message: '当前网络地址不在允许范围内',
      cookie: '',
    })
    expect(await refusals()).toEqual([])
    await chief({ state: 'locked' })
    expect(await comeIn('blue', await way())).toMatchObject({ code: 400, cookie: '' })
    expect(await refusals()).toMatchObject([{ subject: 'operator:chief' }])
    await chief({})
    Object.assign(settings, { mode: 'production' })
    expect(await comeIn('blue', await way())).toMatchObject({ code: 403, cookie: '' })
    Object.assign(settings, { mode: 'sandbox' })
    expect(await refusals()).toMatchObject(Array(2).fill({ subject: 'operator:chief' }))
    const ticket = await way()
    const guesses = []
    for (let n = 0; n < 30; n++) guesses.push((await comeIn('blue', '0'.repeat(64))).code)
    expect(guesses).toContain(400)
    expect(await comeIn('blue', ticket), 'thirty times in ten minutes').toMatchObject({
      code: 429,
      cookie: '',
    })
    clock.advance(600_000)
  })

  test('come in by no ticket that is late, of a person no longer listed, or of a locked operator', async () => {
    const late = await way()
    clock.advance(30_000)
    expect(await comeIn('blue', late)).toMatchObject({ code: 400, cookie: '' })

    const removed = await way()
    await removePerson(work, 'chief')
    expect(await comeIn('blue', removed)).toMatchObject({ code: 400, cookie: '' })
    await listPerson(work, 'chief', ['red', 'blue'])

    const locked = await way()
    await run(owners.blue, sql`update operator set state = 'locked' where name = 'chief'`)
    expect(await comeIn('blue', locked)).toMatchObject({ code: 400, cookie: '' })
    await run(owners.blue, sql`update operator set state = 'active' where name = 'chief'`)
    // The name alone is nothing: another operator who takes it is not the person.
    await run(owners.red, sql`update operator set name = 'chief0' where name = 'chief'`)
    const thief = await desk('red', 'chief', 'admin')
    expect((await thief.call('POST /api/console/brands/list', {})).data.brands).toEqual([])
  })

  test('are asked for the second factor of the other brand, which a ticket is not', async () => {
    const own = await consoleCall('blue.test', 'POST /api/console/login', {
      name: 'chief',
      password: PASSWORD,
    })
    const there = { cookie: own.cookie }
    // Where roles with power need one, nobody comes in without.
    const settings = brands.siteOf('blue')?.services.settings
    Object.assign(settings ?? {}, { mode: 'production' })
    expect(await comeIn('blue', await way())).toMatchObject({ code: 403, cookie: '' })
    Object.assign(settings ?? {}, { mode: 'sandbox' })
    const begun = await consoleCall(
      'blue.test',
      'POST /api/console/account/totp/begin',
      { password: PASSWORD },
      there,
    )
    const codeNow = () =>
      new TOTP({ secret: begun.data.secret }).generate({ timestamp: clock.now().getTime() })
    await consoleCall(
      'blue.test',
      'POST /api/console/account/totp/confirm',
      { code: codeNow() },
      there,
    )
    clock.advance(60_000)
    const half = await comeIn('blue', await way())
    expect(half).toMatchObject({ code: 200, cookie: '', data: { operator: null } })
    const ticket = half.data.second?.ticket ?? ''
    const second = { ticket, kind: 'totp' as const, code: codeNow() }
    expect(await consoleCall('blue.test', 'POST /api/console/login/second', second)).toMatchObject({
      code: 200,
      data: { operator: { name: 'chief', role: 'support' } },
    })
  })
})

/** A credited deposit and a day of play. */
async function business(code: Code, { deposit, stake, payout }: Record<string, bigint>) {
  const db = owners[code]
  const { memberId } = await register(code, 'player1')
  const at = clock.now()
  await transaction(db, async tx => {
    const order = await insertDeposit(tx, {
      memberId,
      depositNo: `D${code}`,
      method: 'card',
      protocol: '',
      amountFen: deposit!,
      usdtCents: 0n,
      provider: '',
      payAddress: '',
      createdAt: at,
      expiresAt: null,
      payerBank: '',
      payerOwner: '',
      payerAddress: '',
      payerNoSealed: null,
      payerNoTail: '',
      waitsFor: 'person',
      actionKey: `D${code}`,
    })
    const actor = { type: 'system', id: 'test' } as const
    await creditDeposit(tx, order, {
      amountFen: deposit!,
      actor,
      decidedBy: 'test',
      remark: '',
      now: at,
    })
  })
  await addVenues(db)
  await run(
    db,
    sql`
    insert into venue_day (day, venue_id, slot, bets, stake_fen, valid_fen, payout_fen)
    select ${DAY}::date, min(venue_id), 0, 1, ${stake}, ${stake}, ${payout} from venue`,
  )
}

describe('figures over all brands', () => {
  const days = { from: DAY, to: DAY }
  let head: Awaited<ReturnType<typeof desk>>
  beforeAll(async () => {
    await business('red', { deposit: 1_000_00n, stake: 500_00n, payout: 450_00n })
    await business('blue', { deposit: 250_50n, stake: 80_00n, payout: 100_00n })
    head = await desk('red', 'header', 'auditor')
    await desk('blue', 'header', 'finance')
    await listPerson(work, 'header', ['red', 'blue'])
  })

  test('are those of each brand and their sum', async () => {
    const { data } = await head.call('POST /api/console/brands/figures', days)
    const [red, blue] = data.brands
    expect(red).toMatchObject({
      code: 'red',
      state: 'counted',
      figures: {
        deposits: 1e3,
        stakes: 500,
        gross: 50,
        active_members: 1,
      },
    })
    expect(blue).toMatchObject({
      code: 'blue',
      state: 'counted',
      figures: {
        deposits: 250.5,
        stakes: 80,
        gross: -20,
        active_members: 1,
      },
    })
    expect(data.complete).toBe(true)
    for (const key of Object.keys(data.sum) as (keyof typeof data.sum)[])
      expect([key, data.sum[key]]).toEqual([
        key,
        (red?.figures?.[key] ?? 0) + (blue?.figures?.[key] ?? 0),
      ])
    // What the brand's own back office says of the same day.
    const own = await head.call('POST /api/console/figures', { days: 7 })
    expect(own.data.days.at(-1)).toMatchObject({ day: DAY, deposits: 1_000 })
    for (const wrong of [
      { from: '2026-11-21', to: DAY },
      { from: '2026-08-01', to: DAY },
      { from: '', to: DAY },
      { from: DAY, to: '2026-11-21' },
    ])
      expect(await head.call('POST /api/console/brands/figures', wrong)).toMatchObject({
        code: 400,
      })
  })

  test('are not those of a brand whose own operator may not see them', async () => {
    await run(owners.blue, sql`update operator set role = 'support' where name = 'header'`)
    const { data } = await head.call('POST /api/console/brands/figures', days)
    expect(data.brands[1]).toEqual({
      code: 'blue',
      name: '品牌blue',
      state: 'forbidden',
      figures: null,
    })
    expect(data).toMatchObject({ complete: false, sum: { deposits: 1_000 } })
    await run(owners.blue, sql`update operator set role = 'finance' where name = 'header'`)
  })
})

describe('the directory', () => {
  const refused = (more: object, code = 'green', url = 'postgres://127.0.0.1/none') =>
    addBrand(work, brandOf(code, url, more)).then(
      () => '',
      (error: Error) => error.message,
    )

  test('refuses what another brand has, and settings that are none', async () => {
    const { url } = databases.red
    const own = { DATABASE_URL: 'postgres://127.0.0.1/none' }
    expect(await refused({}, 'red')).toContain('There is a brand red already')
    expect(await refused({}, 'Green!')).toContain('small letters')
    expect(await refused({ hosts: ['www.red.test'] })).toBe('www.red.test is a host of red')
    expect(await refused({ hosts: ['*.test'] })).toContain('is no host name')
    expect(await refused({}, 'green', url)).toContain('DATABASE_URL is the database of red')
    expect(
      await refused({
        own: { ...own, VENUE_URL: 'http://127.0.0.1:9', VENUE_MERCHANT: 'of-blue' },
      }),
    ).toContain('account of its own at the venues')
    expect(await refused({ own: { ...own, TRUST_PROXY: '3' } })).toContain(
      'is no setting of a brand',
    )
    expect(await refused({ own: { ...own, CARD_KEYY: 'x' } })).toContain('is it misspelt?')
    await expect(setHosts(work, 'blue', ['red.test'])).rejects.toThrow('red.test is a host of red')
    // The database says whose it is, whatever the directory says.
    const settings = settingsOfBrand(env, {
      publicUrl: 'http://g.test',
      own: { DATABASE_URL: url },
    })
    await expect(requireOwnDatabase(settings, 'green')).rejects.toThrow('belongs to the brand red')
    // Members' addresses follow from the extended key and their number, on whichever chain.
    const chain = {
      protocol: 'ERC20' as const,
      chainId: 1n,
      urls: [],
      token: '0x',
      xpub: 'xpub-of-green',
      signer: null,
    }
    const { chainMark } = marksOf({ ...settings, chain })
    expect(marksOf(settings).chainMark).toBeNull()
    expect(marksOf({ ...settings, chain: { ...chain, chainId: 5n } }).chainMark).toEqual(chainMark)
    const marked = (code: string) =>
      run(work.db, sql`update brand set chain_mark = ${chainMark} where code = ${code}`)
    await marked('red')
    await expect(marked('blue')).rejects.toThrow('brand_chain_mark_key')
    await run(work.db, sql`update brand set chain_mark = null`)
    // Nothing of the process is a brand's, and no key of one brand is another's.
    expect(settings.sandboxVenue?.merchant).not.toBe('of-the-process')
    const [one, other] = [brands.siteOf('red'), brands.siteOf('blue')]
    expect(one?.services.settings.cardKey).not.toEqual(other?.services.settings.cardKey)
    const stored = await rows(work.db, sql<{ text: string }>`select brand::text as text from brand`)
    expect(stored.map(({ text }) => text).join()).not.toContain(new URL(url).pathname.slice(1))
  })

  test('brings a new brand, moves a closed one, and stops at the bound of connections', async () => {
    const { url } = green
    await addBrand(work, brandOf('green', url, { operator: { name: 'first', password: PASSWORD } }))
    await takenUp()
    const first = await consoleCall('green.test', 'POST /api/console/login', {
      name: 'first',
      password: PASSWORD,
    })
    expect(first).toMatchObject({ code: 200, data: { operator: { role: 'admin' } } })
    expect(await migrateBrands(work)).toEqual(
      ['red', 'blue', 'green'].map(code => ({ code, applied: [], error: '' })),
    )

    const copy = { own: { DATABASE_URL: blueUrl }, lost: false }
    await expect(moveBrand(work, 'green', copy)).rejects.toThrow('close it first')
    await expect(setOwn(work, 'green', copy.own)).rejects.toThrow('use tianping brand move')
    await setState(work, 'green', 'closed')
    await expect(moveBrand(work, 'green', copy)).rejects.toThrow('belongs to blue')
    await takenUp()
    // A copy of before: it is this brand's, and lacks what was written since.
    const by = { name: 'test', at: clock.now() }
    await writeSetting(stale.open(), BRAND_SETTING, brandSetting, { code: 'green' }, by)
    const old = { own: { DATABASE_URL: stale.url }, lost: false }
    await expect(moveBrand(work, 'green', old)).rejects.toThrow(/The copy has 0 audit, and not \d/)
    const whole = Object.assign(new URL(url), { pathname: `${new URL(url).pathname}_copy` }).href
    const admin = inject('postgresUrl')
    const [from, to] = [url, whole].map(each => new URL(each).pathname.slice(1))
    await ensureDatabase(admin, to ?? '', from)
    onTestFinished(() => dropDatabase(admin, to ?? ''))
    await moveBrand(work, 'green', { own: { DATABASE_URL: whole }, lost: false })
    await setState(work, 'green', 'open')
    await expect(setUrl(work, 'green', 'http://red.test')).rejects.toThrow('host of red')
    expect(await setUrl(work, 'green', 'http://new.green.test/')).toBe('http://new.green.test')

    await takenUp()
    expect(brands.siteOf('green')?.services.settings.databaseUrl).toBe(whole)
    const again = await consoleCall('new.green.test', 'POST /api/console/login', {
      name: 'first',
      password: PASSWORD,
    })
    expect(again).toMatchObject({ code: 200 })

    await setOwn(work, 'green', { DATABASE_POOL: '100' })
    await takenUp()
    const status = await brands.status()
    expect(status.find(each => each.code === 'green')?.problem).toContain('BRAND_CONNECTIONS is 50')
    for (const host of ['green.test', 'new.green.test'])
      expect(await ask(host, '/')).toMatchObject({ status: 503 })
    expect((await ask('red.test', FREE)).status).toBe(200)
    await setState(work, 'green', 'closed')
    await takenUp()
  })

  test('leaves the other brands alone when the database of one is gone', async () => {
    cut()
    expect((await ask('blue.test', FREE)).status).toBe(503)
    expect((await ask('red.test', FREE)).status).toBe(200)
    const { cookie } = await consoleCall('red.test', 'POST /api/console/login', {
      name: 'header',
      password: PASSWORD,
    })
    const figures = await consoleCall(
      'red.test',
      'POST /api/console/brands/figures',
      { from: DAY, to: DAY },
      { cookie },
    )
    expect(figures.data).toMatchObject({
      brands: [
        {
          code: 'red',
          state: 'counted',
        },
        {
          code: 'blue',
          state: 'silent',
          figures: null,
        },
      ],
      complete: false,
      sum: { deposits: 1e3 },
    })
    const ready = await ask('10.0.0.1', '/readyz')
    expect(JSON.parse(ready.text)).toEqual({ status: 'ok', brands: { open: 1, of: 2 } })
    // By name only where collectors ask.
    const at = `http://127.0.0.1:${brands.metricsPort}`
    await expect
      .poll(async () => (await fetch(`${at}/brands`)).json())
      .toMatchObject([
        { code: 'red', problem: '', lacking: [] },
        { code: 'blue', problem: '', lacking: ['news', 'database'] },
      ])
    const metrics = await (await fetch(`${at}/metrics`)).text()
    expect(metrics).toContain('tianping_brand_ready{brand="red"} 1')
    expect(metrics).toContain('tianping_brand_ready{brand="blue"} 0')
    expect(metrics).toMatch(/tianping_calls_total\{brand="red",call="[^"]+",code="200"\} \d/)
    expect(metrics.match(/# TYPE tianping_calls_total/g)).toHaveLength(1)
  })

  test('is served by a process that starts while the database of one brand is gone', async () => {
    expect(() => directorySettings({ ...env, TIANPING_MODE: 'production' })).toThrow(
      'DIRECTORY_KEY',
    )
    expect(await configProblems(env, { askDatabase: true })).toEqual([
      expect.stringMatching(/^blue: .*ECONNREFUSED/),
    ])
    const started: ChildProcess[] = []
    const one = await launchService(
      'apps/server/src/main.ts',
      { ...env, PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'fatal' },
      started,
    )
    port = one.port
    expect((await ask('red.test', FREE)).status).toBe(200)
    expect(await ask('blue.test', '/')).toMatchObject({ status: 503 })
    expect((await ask('none.test', '/')).status).toBe(421)
    await Promise.all(started.map(endService))
    expect(await one.ended).toBe('code 0')
  })
})
