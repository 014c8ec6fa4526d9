// Venues connected from the back office of a running production site (docs/venues.md): no code
// changes, nothing restarts, and no code of a venue is known beforehand.
import type { ConsoleSent } from '@tianping/contract/console'
import { VENUE_CODES, venueBaseUrl } from '@tianping/venue-protocol'
import { rows, run, sql } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { resealAll } from '../../src/sealedColumns.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { keepPlaces } from '../../src/areas/venues/connect/places.ts'
import { sandboxConnection } from '../../src/areas/venues/connect/setting.ts'
import { transferWithVenue } from '../../src/areas/venues/transfer.ts'
import { assertBooksHold } from '../support/books.ts'
import { productionEnv } from '../support/production.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { arm, fund, openTestVenue } from '../support/venue.ts'
import { deskWithFactor } from '../console/support.ts'

const MERCHANT = 'site-of-this-test'
const FIRST = { id: 'k1', secret: 'first-Key-of-this-test-and-of-nothing-else' }
const SECOND = { id: 'k2', secret: 'second-Key-of-this-test-and-of-nothing-else' }
const merchant = { name: MERCHANT, keys: [FIRST], venues: VENUE_CODES, enabled: true }
const venue = await openTestVenue({ merchants: [merchant] })
/** Another host, where an account has the same name and keys. */
const elsewhere = await openTestVenue({ merchants: [merchant] })

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, {
  clock,
  env: {
    ...productionEnv,
    VENUE_HOSTS: [venue, elsewhere].map(each => new URL(each.url).host).join(),
  },
})
afterAll(() => assertBooksHold(owner))

const [maker, checker] = [await deskWithFactor(site, clock), await deskWithFactor(site, clock)]

type Connect = ConsoleSent<'POST /api/console/venues/connect'> & { code: string }
const formOf = (code: string, change: Partial<Connect> = {}): Connect => ({
  code,
  version: 0,
  adapter: 'v1',
  endpoint: venueBaseUrl(venue.url, 'FG'),
  merchant: MERCHANT,
  feed_seconds: 1,
  max_transfer: '0',
  exposure: '0',
  window_day: 0,
  window_from: '00:00',
  window_until: '00:00',
  remark: '接入',
  ...change,
})
const ACCOUNT_OF_BRAND = { endpoint: 'https://games.example/venues/FG', merchant: 'red' }
const said = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return code === 200 ? 'ok' : message
}
/** Lists are read again after some seconds. */
const later = () => clock.advance(6_000)
const waitingOf = async (code: string) => {
  const { data } = await maker.call('POST /api/console/rules/show', { key: `venue:${code}` })
  return data.proposal?.id ?? 0
}
async function withdraw(code: string) {
  const id = await waitingOf(code)
  expect(await said(maker.call('POST /api/console/rules/withdraw', { id }))).toBe('ok')
}
async function approve(code: string, by = checker): Promise<string> {
  const id = await waitingOf(code)
  const answer = await said(by.call('POST /api/console/rules/approve', { id, remark: '' }))
  later()
  return answer
}
const connect = (form: Connect) => said(maker.call('POST /api/console/venues/connect', form))
const handIn = (code: string, key: { id: string; secret: string }) =>
  said(
    maker.call('POST /api/console/venues/keys', {
      code,
      key_id: key.id,
      sign_key: key.secret,
      verify_key: '',
      remark: '密钥',
    }),
  )
const tryIt = async (code: string) =>
  (await maker.call('POST /api/console/venues/try', { code })).data?.trial
const connectionOf = async (code: string) =>
  (await maker.call('POST /api/console/venues/connections')).data.find(each => each.code === code)
const rowOf = async (code: string) =>
  (await maker.call('POST /api/console/venues/list')).data.find(each => each.platname === code)
async function setState(code: string, state: 'open' | 'maintenance') {
  const found = await rowOf(code)
  const { venue_id = 0, seen = '', name = '', rank = 0 } = found ?? {}
  const change = { venue_id, seen, name, rank, state, note: '测试' }
  const answer = await said(maker.call('POST /api/console/venues/save', change))
  later()
  return answer
}

/** Everything that docs/venues.md says, in its order. */
async function follow(form: Connect) {
  const { code } = form
  expect(await connect(form)).toBe('ok')
  expect(await approve(code)).toBe('ok')
  expect(await handIn(code, FIRST)).toBe('ok')
  expect(await approve(code)).toBe('ok')
  expect(await tryIt(code)).toMatchObject({ passed: true, of_present: true })
  const added = { platname: code, name: `场馆${code}`, category: 'concise', slot_tab: '', rank: 1 }
  const { data } = await maker.call('POST /api/console/venues/add', added as never)
  later()
  const venue_id = data?.venue_id ?? 0
  const synced = await maker.call('POST /api/console/games/sync', { venue_id })
  expect(synced.data.added).toBeGreaterThan(0)
  expect(await setState(code, 'open')).toBe('ok')
}

const member = { memberId: 0n }
beforeAll(async () => {
  member.memberId = (await site.member({ paypassword: '748201' })).memberId
  await fund(owner, member.memberId, 100_000n)
})
const venueOf = async (code: string) => {
  const found = await site.services.venues.named(code)
  if (!found) throw new Error(`no venue ${code}`)
  return found
}
let moves = 0
const move = async (code: string, direction: 'IN' | 'OUT', amountFen: bigint) =>
  transferWithVenue(site.services, {
    memberId: member.memberId,
    venue: await venueOf(code),
    direction,
    amountFen,
    requestKey: `move-${++moves}`,
    actor: { type: 'system', id: 'test' },
  })
const heldAt = async (code: string) => {
  const { venueId } = await venueOf(code)
  const { venues } = await balances(owner, member.memberId)
  return venues.find(each => each.venueId === venueId)?.postedFen ?? 0n
}

test('a site begins without venues, and knows none by name', async () => {
  expect((await maker.call('POST /api/console/venues/missing')).data).toEqual([])
  const asked = {
    platname: 'FG',
    name: '富游',
    category: 'concise',
    slot_tab: '',
    rank: 1,
  } as const
  expect(await said(maker.call('POST /api/console/venues/add', asked))).toBe('没有接入该场馆')
})

test('one operator tries the connection of a venue thirty times an hour', async () => {
  const codes: number[] = []
  for (let n = 0; n < 31; n += 1)
    codes.push((await maker.call('POST /api/console/venues/try', { code: 'TRIED' })).code)
  expect(new Set(codes.slice(0, 30))).toEqual(new Set([404]))
  expect(codes[30]).toBe(429)
})

describe('what is no connection', () => {
  test.each([
    [{ code: 'x1' }, '场馆代码须以大写字母开头，由大写字母和数字组成，2 至 12 位'],
    [{ adapter: 'telepathy' }, '请选择接口类型'],
    [{ adapter: 'sandbox' }, '沙盒接口仅用于沙盒环境'],
    [{ endpoint: 'http://games.example' }, '接口地址须为完整的 https 地址，不含账号、参数和锚点'],
    [
      { endpoint: 'https://a:b@games.example' },
      '接口地址须为完整的 https 地址，不含账号、参数和锚点',
    ],
    [{ endpoint: 'https://10.0.0.7/v' }, '接口地址不能指向内网'],
    [{ endpoint: 'https://[::1]/v' }, '接口地址不能指向内网'],
    [{ merchant: '' }, '请填写商户号'],
    [{ feed_seconds: 0 }, '注单读取间隔（秒）须为 1 至 60 的整数'],
    [{ max_transfer: '-1' }, '单次转入上限须为不小于 0 的金额，0 为不限'],
    [{ window_from: '4 点' }, '维护时间须为 HH:mm'],
    [{ remark: '' }, '请填写修改说明'],
  ])('%o is refused', async (change, message) => {
    expect(await connect(formOf('BAD1', change))).toBe(message)
  })
})

test('a venue is connected on the running site, and members play with its wallet', async () => {
  const form = formOf('XHDZ')
  expect(await connect(form)).toBe('ok')
  expect(await approve('XHDZ', maker)).not.toBe('ok')
  expect(await approve('XHDZ')).toBe('ok')
  expect(await said(maker.call('POST /api/console/venues/try', { code: 'XHDZ' }))).toBe(
    '请先提交密钥',
  )
  expect(await handIn('XHDZ', { id: 'k1', secret: 'short' })).toBe(
    '密钥须为 32 位以上的随机字符，不能使用公开的示例密钥',
  )
  expect(await handIn('XHDZ', FIRST)).toBe('ok')
  expect(await approve('XHDZ')).toBe('ok')
  expect((await maker.call('POST /api/console/venues/missing')).data).toEqual(['XHDZ'])
  const added = { platname: 'XHDZ', name: '星汉电子', category: 'concise', slot_tab: '', rank: 1 }
  expect(await said(maker.call('POST /api/console/venues/add', added as never))).toBe('ok')
  later()
  expect(await setState('XHDZ', 'open')).toBe('当前配置尚未通过测试，请先测试')
  const trial = await tryIt('XHDZ')
  expect(trial?.steps.filter(({ ok }) => !ok)).toEqual([])
  expect(trial?.steps).toHaveLength(8)
  expect(await setState('XHDZ', 'open')).toBe('ok')
  expect((await venueOf('XHDZ')).state).toBe('open')

  expect((await move('XHDZ', 'IN', 5_000n)).kind).toBe('done')
  expect(await heldAt('XHDZ')).toBe(5_000n)
  expect((await move('XHDZ', 'OUT', 2_000n)).kind).toBe('done')
  expect(await heldAt('XHDZ')).toBe(3_000n)
})

test('no key is ever shown, and what is stored opens by the card key alone', async () => {
  const shown = await Promise.all([
    maker.call('POST /api/console/venues/connections'),
    maker.call('POST /api/console/rules/show', { key: 'venue:XHDZ' }),
    maker.call('POST /api/console/audit/list', { page: 1, q: '' } as never),
  ])
  expect(JSON.stringify(shown)).not.toContain(FIRST.secret)
  const stored = await rows(owner, sql<{ text: string }>`select k::text as text from venue_key k`)
  expect(stored.length).toBe(1)
  expect(JSON.stringify(stored)).not.toContain(Buffer.from(FIRST.secret).toString('hex'))
  const rotated = await resealAll(owner, {
    ...site.services.settings,
    cardKey: ['another-card-key-of-this-test', ...site.services.settings.cardKey],
  })
  expect(rotated.find(({ name }) => name === 'keys of venues')).toMatchObject({
    found: 1,
    unreadable: 0,
    left: 0,
  })
  await resealAll(owner, {
    ...site.services.settings,
    cardKey: [...site.services.settings.cardKey, 'another-card-key-of-this-test'],
  })
})

test('another code cannot have the account of a venue', async () => {
  expect(await connect(formOf('TWICE'))).toBe('该地址和商户号已属于场馆 XHDZ')
  // Of two that wait the one that is approved first has it.
  const both = { endpoint: 'https://games.example/both' }
  expect(await connect(formOf('ONE', both))).toBe('ok')
  expect(await connect(formOf('OTHER', both))).toBe('ok')
  expect(await approve('ONE')).toBe('ok')
  expect(await approve('OTHER')).toBe('该地址和商户号已属于场馆 ONE')
})

test('another brand of the process cannot have the account of a venue', async () => {
  const other = 'postgres://127.0.0.1/another-brand'
  keepPlaces(other, [{ ...sandboxConnection, ...ACCOUNT_OF_BRAND, adapter: 'v1' }])
  const asked = formOf('BRAND', ACCOUNT_OF_BRAND)
  expect(await connect(asked)).toBe('该地址和商户号已属于另一个品牌')
  keepPlaces(other, [])
  expect(await connect(asked)).toBe('ok')
  keepPlaces(other, [{ ...sandboxConnection, ...ACCOUNT_OF_BRAND, adapter: 'v1' }])
  expect(await approve('BRAND')).toBe('该地址和商户号已属于另一个品牌')
  keepPlaces(other, [])
  expect(await approve('BRAND')).toBe('ok')
})

test('a second venue follows the same page', async () => {
  await follow(formOf('SECOND', { endpoint: venueBaseUrl(venue.url, 'PP') }))
  expect((await move('SECOND', 'IN', 1_000n)).kind).toBe('done')
  expect(await heldAt('SECOND')).toBe(1_000n)
})

test('what the room of venues refuses, a proposal of the rule cannot bring in', async () => {
  const shown = async (code: string) => {
    const { data } = await maker.call('POST /api/console/rules/show', { key: `venue:${code}` })
    return data as { version: number; value: Record<string, unknown> }
  }
  const [{ version, value }, other] = [await shown('SECOND'), await shown('XHDZ')]
  const refusalOf = async (change: object) => {
    const asked = { key: 'venue:SECOND', version, value: { ...value, ...change }, note: '改' }
    expect(await said(maker.call('POST /api/console/rules/propose', asked))).toBe('ok')
    const refusal = await approve('SECOND')
    await withdraw('SECOND')
    return refusal
  }
  expect(await refusalOf({ endpoint: 'https://10.0.0.7/v' })).toBe('接口地址不能指向内网')
  expect(await refusalOf({ key: other.value['key'] })).toBe('密钥不属于该场馆，请重新提交')
  expect(await refusalOf({ previousKey: other.value['key'] })).toBe('密钥不属于该场馆，请重新提交')
  expect(await refusalOf({ endpoint: other.value['endpoint'] })).toBe(
    '该地址和商户号已属于场馆 XHDZ',
  )
})

test('a connection is made once, and says what changes; a key too', async () => {
  expect(await connect(formOf('SECOND'))).toBe('该场馆已有接入配置')
  const key = { code: 'SECOND', key_id: 'k9', sign_key: SECOND.secret, verify_key: '', remark: '' }
  expect(await said(maker.call('POST /api/console/venues/keys', key))).toBe('请填写修改说明')
})

test('limits of a connection bound what members bring, never what they take home', async () => {
  const { version = 0 } = (await connectionOf('SECOND')) ?? {}
  const limits = { version, max_transfer: '50', exposure: '30' }
  const form = formOf('SECOND', { endpoint: venueBaseUrl(venue.url, 'PP'), ...limits })
  expect(await connect(form)).toBe('ok')
  expect(await approve('SECOND')).toBe('ok')
  expect(await move('SECOND', 'IN', 6_000n)).toEqual({ kind: 'over_limit', mostFen: 2_000n })
  expect((await move('SECOND', 'IN', 2_000n)).kind).toBe('done')
  later()
  expect(await move('SECOND', 'IN', 1n)).toEqual({ kind: 'over_limit', mostFen: 0n })
  expect((await move('SECOND', 'OUT', 3_000n)).kind).toBe('done')
})

test('a key is replaced while calls run, and no call fails', async () => {
  const until = { done: false }
  const kinds = new Map<string, number>()
  const { connections } = site.services.venues
  const running = Array.from({ length: 4 }, async () => {
    while (!until.done) {
      const answer = await connections.client('XHDZ').games({})
      const kind = answer.kind === 'unknown' ? `${answer.reason} ${answer.detail}` : answer.kind
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
  })
  try {
    expect(await handIn('XHDZ', SECOND)).toBe('ok')
    expect((await connectionOf('XHDZ'))?.proposed_key).toBe(true)
    // The venue does not know the key yet: the trial says so, and what is approved would fall back.
    expect(await tryIt('XHDZ')).toMatchObject({ passed: false, of_present: false })
    expect((await rowOf('XHDZ'))?.state).toBe('open')
    merchant.keys.push(SECOND)
    expect(await tryIt('XHDZ')).toMatchObject({ passed: true, of_present: false })
    expect(await approve('XHDZ')).toBe('ok')
    await venueOf('XHDZ')
    expect((await rowOf('XHDZ'))?.state).toBe('open')
    expect((await connectionOf('XHDZ'))?.state).toBe('tested')
  } finally {
    until.done = true
    await Promise.all(running)
  }
  expect([...kinds.keys()]).toEqual(['ok'])
  // The venue drops the old key; then, by mistake, the new one.
  merchant.keys.shift()
  expect((await move('XHDZ', 'OUT', 500n)).kind).toBe('done')
  merchant.keys.splice(0, 1, FIRST)
  expect((await move('XHDZ', 'OUT', 500n)).kind).toBe('done')
  merchant.keys.unshift(SECOND)
  // What counts no longer is gone: a third key leaves itself and the one before it.
  const kept = async () => {
    const ofVenue = sql<{ no: bigint }>`
      select key_no as no from venue_key where platname = 'XHDZ' order by brought_at, key_no`
    return (await rows(owner, ofVenue)).map(({ no }) => no)
  }
  const [first, second] = await kept()
  const third = { id: 'k3', secret: 'third-Key-of-this-test-and-of-nothing-else' }
  clock.advance(1_000)
  expect(await handIn('XHDZ', third)).toBe('ok')
  await withdraw('XHDZ')
  expect(await handIn('XHDZ', third)).toBe('ok')
  const waiting = await kept()
  expect(waiting).toEqual([first, second, expect.anything()])
  merchant.keys.unshift(third)
  expect(await tryIt('XHDZ')).toMatchObject({ passed: true })
  expect(await approve('XHDZ')).toBe('ok')
  expect(await kept()).toEqual(waiting.slice(1))
})

test('a venue at another host is closed until it was tried there', async () => {
  const { version = 0 } = (await connectionOf('SECOND')) ?? {}
  const moved = formOf('SECOND', { version, endpoint: venueBaseUrl(elsewhere.url, 'PP') })
  expect(await connect(moved)).toBe('ok')
  expect(await approve('SECOND')).toBe('ok')
  expect((await connectionOf('SECOND'))?.state).toBe('draft')
  expect((await rowOf('SECOND'))?.state).toBe('maintenance')
  expect(await setState('SECOND', 'open')).toBe('当前配置尚未通过测试，请先测试')
})

test('a trial says at which step a venue fails', async () => {
  arm(elsewhere, { kind: 'error_after', endpoint: 'balance', venue: 'PP', count: 1 })
  const trial = await tryIt('SECOND')
  expect(trial?.passed).toBe(false)
  expect(trial?.steps.map(({ step, ok }) => `${step} ${ok}`)).toEqual([
    'health true',
    'games true',
    'player true',
    'balance false',
  ])
  expect((await connectionOf('SECOND'))?.state).toBe('failed')
})

test('where nobody knows the members with money a trial fails, and nothing of it is booked as lost', async () => {
  const moveTo = async ({ url: host }: typeof venue) => {
    const { version = 0 } = (await connectionOf('XHDZ')) ?? {}
    expect(await connect(formOf('XHDZ', { version, endpoint: venueBaseUrl(host, 'FG') }))).toBe(
      'ok',
    )
    expect(await approve('XHDZ')).toBe('ok')
  }
  expect(await heldAt('XHDZ')).toBe(2_000n)
  await moveTo(elsewhere)
  const steps = (await tryIt('XHDZ'))?.steps
  expect(steps?.at(-1)).toMatchObject({
    step: 'members',
    ok: false,
    said: '1 位中 1 位不在该处',
  })
  expect((await move('XHDZ', 'OUT', 2_000n)).kind).toBe('unreachable')
  expect(await heldAt('XHDZ')).toBe(2_000n)
  await moveTo(venue)
  expect((await tryIt('XHDZ'))?.steps.find(({ step }) => step === 'members')?.said).toBe('1 位都在')
  expect(await setState('XHDZ', 'open')).toBe('ok')
  expect((await move('XHDZ', 'OUT', 500n)).kind).toBe('done')
})

describe('the account of a venue', () => {
  const USED = '场馆开放时或有会员进入后，不能更换接口、商户号或路径；另一账户请用新的场馆代码'
  const form = formOf('THIRD', { endpoint: venueBaseUrl(venue.url, 'OB') })
  const other = { endpoint: venueBaseUrl(venue.url, 'AE') }
  const change = async (next: Partial<Connect>) => {
    const { version = 0 } = (await connectionOf('THIRD')) ?? {}
    return connect({ ...form, ...next, version })
  }

  test('may be another while nobody was there and the venue is closed', async () => {
    await follow(form)
    expect(await change(other)).toBe(USED)
    expect(await setState('THIRD', 'maintenance')).toBe('ok')
    expect(await change(other)).toBe('ok')
    expect(await approve('THIRD')).toBe('ok')
    expect(await change({})).toBe('ok')
    expect(await approve('THIRD')).toBe('ok')
    // What was found at a proposal is asked again at its approval.
    expect(await change(other)).toBe('ok')
    expect(await setState('THIRD', 'open')).toBe('ok')
    expect(await approve('THIRD')).toBe(USED)
    await withdraw('THIRD')
  })

  test('is kept once somebody was there: interface, merchant and path', async () => {
    expect((await move('THIRD', 'IN', 1_000n)).kind).toBe('done')
    expect((await move('THIRD', 'OUT', 1_000n)).kind).toBe('done')
    expect(await setState('THIRD', 'maintenance')).toBe('ok')
    const said = []
    for (const next of [{ adapter: 'seamless' }, { merchant: 'another' }, other] as const)
      said.push(await change(next))
    expect(said).toEqual([USED, USED, USED])
  })
})

test('in its window of maintenance a venue lets nobody in, and is open again after it', async () => {
  const { version = 0 } = (await connectionOf('XHDZ')) ?? {}
  const window = { version, window_from: '04:00', window_until: '06:00' }
  expect(await connect(formOf('XHDZ', window))).toBe('ok')
  expect(await approve('XHDZ')).toBe('ok')
  const at = async (time: string) => {
    const wanted = new Date(`${addDays(beijingDay(clock.now()), 1)}T${time}:00+08:00`)
    clock.advance(wanted.getTime() - clock.now().getTime())
    return (await venueOf('XHDZ')).state
  }
  expect(await at('03:59')).toBe('open')
  expect(await at('04:00')).toBe('maintenance')
  expect(await at('06:00')).toBe('open')
})

test('a venue whose connection is gone answers nothing and keeps the money', async () => {
  await run(
    owner,
    sql`insert into venue (venue_id, platname, name, category, ico, rank, state) values (99, 'LOST', '失联', 'concise', '/x', 9, 'open')`,
  )
  later()
  expect((await venueOf('LOST')).state).toBe('maintenance')
  const cash = async () => (await balances(owner, member.memberId)).cashAvailableFen
  const before = await cash()
  expect((await move('LOST', 'IN', 100n)).kind).toBe('failed')
  expect(await cash()).toBe(before)
})
