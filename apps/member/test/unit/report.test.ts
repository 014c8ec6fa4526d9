import { history, openTab, settled } from './browser.ts'
import './watching.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Refused } from '../../src/app/api.ts'
import { cache, keyOf } from '../../src/app/cache.ts'
import { installGate } from '../../src/app/routes/gate.ts'
import { currentAddress, go } from '../../src/app/routes/navigation.ts'
import { keepLeft, takeLeft } from '../../src/app/left.ts'
import { eventOf } from '../../src/app/live/stream.ts'
import { report, sessionEnding } from '../../src/app/report.ts'
import { openLayer } from '../../src/ui/layer/layers.ts'
import { followTabs } from '../../src/app/account.ts'
import { beginSession, endSession, loggedIn } from '../../src/app/session.ts'

beforeAll(() => {
  followTabs()
  installGate()
})
beforeEach(() => {
  endSession()
  openTab('/mine')
  beginSession('now')
})

test('a token left by an earlier visit that is dead ends quietly and shows the log-in', () => {
  localStorage.setItem('token', 'left')
  dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }))
  localStorage.setItem('userInfo', '{}')
  sessionStorage.setItem('closed:app', '1')
  report(new Refused(401, '', 'left', true), { silent: true })
  expect(loggedIn()).toBe(false)
  expect(localStorage.getItem('userInfo')).toBeNull()
  expect(sessionStorage.getItem('closed:app')).toBeNull()
  expect(currentAddress()).toBe('/login')
})

test('a 401 of a member who was logged in asks first, also when the call is silent, and nothing else opens meanwhile', () => {
  report(new Refused(401, '', 'now', true), { silent: true })
  expect([loggedIn(), sessionEnding()]).toEqual([true, true])
  go('/vip')
  expect(currentAddress()).toBe('/mine')
})

test('a late answer to an earlier session does not end the present one', () => {
  report(new Refused(401, '', 'before', true))
  expect(loggedIn()).toBe(true)
})

test('a 401 of the call that starts a session is a refusal like any other', () => {
  report(new Refused(401, '账号或密码错误', 'now', true), { opensSession: true })
  expect(loggedIn()).toBe(true)
  expect(currentAddress()).toBe('/mine')
})

test('a refusal that is no 401 leaves the session alone', () => {
  report(new Refused(400, '余额不足', 'now', true))
  expect(loggedIn()).toBe(true)
})

const mustChange = (token: string) =>
  new Refused(403, '请先修改登录密码', token, true, null, 'password.must_change')

test('a one-time password leads once to the page that replaces it, however many calls are refused', () => {
  go('/money')
  const { length } = history
  for (const tone of [{}, { silent: true }, {}]) report(mustChange('now'), tone)
  expect(currentAddress()).toBe('/password?type=1&once=1')
  expect(history.length, 'the page that was refused does not stay behind').toBe(length)
  expect(loggedIn()).toBe(true)
})

test('a one-time password leads away also while a sheet is open', async () => {
  go('/money')
  const close = openLayer({} as HTMLElement, () => close())
  report(mustChange('now'))
  report(mustChange('now'))
  await settled()
  expect(currentAddress()).toBe('/password?type=1&once=1')
})

test('a one-time password of an earlier session leads nowhere', () => {
  report(mustChange('before'))
  expect(currentAddress()).toBe('/mine')
})

test('what belonged to the member goes with the session, what the site shows stays', () => {
  cache.setQueryData(keyOf('POST /api/balancelist'), [])
  cache.setQueryData(keyOf('POST /api/user'), {})
  cache.setQueryData(keyOf('POST /api/bannerList', { type: 2 }), [])
  endSession()
  expect(cache.getQueryData(keyOf('POST /api/balancelist'))).toBeUndefined()
  expect(cache.getQueryData(keyOf('POST /api/user'))).toBeUndefined()
  expect(cache.getQueryData(keyOf('POST /api/bannerList', { type: 2 }))).toEqual([])
})

test('what a session left behind comes back to the same member only, and once', () => {
  const leave = () => {
    sessionStorage.setItem('draft:transfer', '{"amount":"12"}')
    sessionStorage.setItem('baseURL', 'http://site.test')
    keepLeft(7, '/transfer')
    sessionStorage.clear()
  }
  leave()
  expect(takeLeft(8)).toBeUndefined()
  expect(takeLeft(7), 'another member was here').toBeUndefined()
  expect(sessionStorage.getItem('draft:transfer')).toBeNull()
  leave()
  expect(takeLeft(7)).toBe('/transfer')
  expect(sessionStorage.getItem('draft:transfer')).toBe('{"amount":"12"}')
  expect(sessionStorage.getItem('baseURL')).toBeNull()
})

/** Another tab wrote or cleared the storage. */
const tells = (key: string | null) => dispatchEvent(Object.assign(new Event('storage'), { key }))

test('a log-in as another member in another tab leaves nothing of the first one here', () => {
  cache.setQueryData(keyOf('POST /api/balancelist'), [])
  sessionStorage.setItem('draft:transfer', '{"amount":"12"}')
  localStorage.setItem('token', 'another')
  tells('token')
  expect(cache.getQueryData(keyOf('POST /api/balancelist'))).toBeUndefined()
  expect(sessionStorage.getItem('draft:transfer')).toBeNull()
  localStorage.clear()
  tells(null)
  expect(loggedIn()).toBe(false)
})

test('events are read as they stand; beats and what is unknown are passed over', () => {
  expect(eventOf('id: 12\nevent: letter\ndata: {"title":"a"}')).toEqual([
    { kind: 'letter', id: '12', data: { title: 'a' } },
  ])
  expect(eventOf(': beat')).toEqual([])
})
