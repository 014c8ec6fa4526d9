import { openTab } from './browser.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Refused } from '../../src/app/api.ts'
import { cache, keyOf } from '../../src/app/cache.ts'
import { currentAddress, watchNavigation } from '../../src/app/navigation.ts'
import { report } from '../../src/app/report.ts'
import { beginSession, endSession, loggedIn } from '../../src/app/session.ts'

beforeAll(watchNavigation)
beforeEach(() => {
  endSession()
  openTab('/mine')
  beginSession('now')
})

test('a 401 on the balance call ends the session and shows the log-in', () => {
  localStorage.setItem('userInfo', '{}')
  sessionStorage.setItem('closed:app', '1')
  report(new Refused(401, '', 'now', true), { endsSession: true, silent: true })
  expect(loggedIn()).toBe(false)
  expect(localStorage.getItem('userInfo')).toBeNull()
  expect(sessionStorage.getItem('closed:app')).toBeNull()
  expect(currentAddress()).toBe('/login')
})

test('any other 401 asks first', () => {
  report(new Refused(401, '', 'now', true))
  expect(loggedIn()).toBe(true)
  expect(currentAddress()).toBe('/mine')
})

test('a late answer to an earlier session does not end the present one', () => {
  report(new Refused(401, '', 'before', true), { endsSession: true })
  expect(loggedIn()).toBe(true)
})

test('a refusal that is no 401 leaves the session alone', () => {
  report(new Refused(400, '余额不足', 'now', true), { endsSession: true })
  expect(loggedIn()).toBe(true)
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
