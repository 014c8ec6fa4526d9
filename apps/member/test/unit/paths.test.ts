import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  addressOf,
  beyond,
  documented,
  href,
  isPath,
  readQuery,
  specOf,
  titleOf,
  type Path,
} from '../../src/app/routes/paths.ts'
import { split } from '../../src/app/routes/resolve.ts'

const where = (holds: (path: Path) => unknown) =>
  (Object.keys(documented) as Path[]).filter(holds).sort()

test('the table holds all 35 routes of both documents', () => {
  expect(Object.keys(documented)).toHaveLength(35)
})

test('the routes beyond the documents take no name of theirs', () => {
  expect(Object.keys(beyond)).toEqual([
    '/search',
    '/tournaments',
    '/tournament',
    '/safety',
    '/wageringAudit',
    '/statement',
    '/recover',
    '/protect',
    '/limit',
    '/exclude',
    '/contacts',
    '/notices',
    '/verification',
    '/verificationUpload',
    '/complaints',
    '/complaint',
    '/complaintNew',
    '/tickets',
    '/ticketNew',
    '/ticket',
    '/status',
    '/dataRights',
    '/closing',
  ])
  expect(Object.keys(beyond).filter(path => Object.hasOwn(documented, path))).toEqual([])
})

test('exactly the routes of the documents need a log-in', () => {
  expect(where(path => specOf(path).login)).toEqual([
    '/activityRecord',
    '/addBankCard',
    '/addUsdtCard',
    '/app',
    '/betRecord',
    '/fanshui',
    '/message',
    '/mine',
    '/money',
    '/password',
    '/recharge',
    '/transRecord',
    '/transfer',
    '/userCent',
    '/userInfo',
    '/wallet',
    '/welfare',
    '/withdrawal',
  ])
})

test('exactly the routes of the documents are kept', () => {
  expect(where(path => specOf(path).cached)).toEqual([
    '/',
    '/activity',
    '/app',
    '/concise',
    '/mine',
    '/recharge',
    '/vip',
    '/zhanzhu',
  ])
})

test('the logo header never shows on the four routes that hide it', () => {
  for (const path of ['/activity', '/activityInfo', '/mine', '/transfer'] as const)
    expect(specOf(path).header).not.toBe('main')
})

test('red packet and app page leave all tabs unselected; the game page has no tab bar', () => {
  expect(specOf('/hongbao').tab).toBeNull()
  expect(specOf('/app').tab).toBeNull()
  expect(specOf('/gamePage').tab).toBeUndefined()
})

test('an address carries its query and leaves out what is empty', () => {
  expect(href('/wallet', { type: '0' })).toBe('#/wallet?type=0')
  expect(addressOf('/login', { type: '1', pid: '', redirect: '/wallet?type=2' })).toBe(
    '/login?type=1&redirect=%2Fwallet%3Ftype%3D2',
  )
})

test('a missing or foreign query value reads as the default', () => {
  expect(readQuery('/concise', '').type).toBe('obgdy')
  expect(readQuery('/concise', 'type=elsewhere').type).toBe('obgdy')
  expect(readQuery('/concise', 'type=pp').type).toBe('pp')
  expect(readQuery('/login', 'pid=42')).toEqual({ type: '0', pid: '42', redirect: '' })
})

test('titles follow the query where the documents say so', () => {
  expect(titleOf('/message', '')).toBe('消息')
  expect(titleOf('/abouts', 'type=6')).toBe('隐私政策')
  expect(titleOf('/boutBallBetInfo', 'type=8')).toBe('责任博彩')
})

test('a wrong path or query does not compile', () => {
  const wrong = [
    // @ts-expect-error no such value of this route
    () => href('/wallet', { type: '9' }),
    // @ts-expect-error no such route
    () => href('/walet'),
    // @ts-expect-error this route has no query
    () => href('/money', { type: '1' }),
  ]
  expect(wrong).toHaveLength(3)
})

test('messages of the server link to pages of the app', () => {
  const links = globSync('apps/server/src/areas/**/*.ts').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\blink: ['`](\/[^'`]*)['`]/g)].map(
      ([, link]) => link!,
    ),
  )
  expect(links).toContain('/payInfo?deposit_no=${depositNo}')
  for (const link of links) {
    const { path, query } = split(link)
    expect(isPath(path), link).toBe(true)
    const known = Object.keys(isPath(path) ? (specOf(path).query ?? {}) : {})
    expect(known, link).toEqual(expect.arrayContaining([...new URLSearchParams(query).keys()]))
  }
})
