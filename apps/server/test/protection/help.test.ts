// Links to help are kept working: looked at every day, an alert when one is dead, and no play where
// the site is set so.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rows, sql } from '@tianping/database'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  mayPlay,
  PROTECTION_SETTING,
  protectionSchema,
} from '../../src/areas/protection/protection.ts'
import { checkHelpLinks } from '../../src/areas/responsible/responsible.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock })

/** A help page of the outside that can be taken away. */
const page = { status: 200, asked: 0 }
const server = createServer((_, answer) => {
  page.asked++
  answer.writeHead(page.status).end('help')
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise<void>(resolve => server.close(() => resolve())))
const helpUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/help`
const setting = (change: object) =>
  writeSetting(
    owner,
    PROTECTION_SETTING,
    protectionSchema,
    { helpUrl, blockers: [], ...change },
    { name: 'test', at: clock.now() },
  )
const links = () =>
  rows(
    owner,
    sql<{ failures: number; error: string }>`select failures, error from help_link order by url`,
  )
const hour = () => clock.advance(3_600_001)
const { services } = site
const alerts = async () => {
  await services.events.settled()
  return rows(owner, sql<{ subject: string }>`select subject from security_alert`)
}

test('a link is looked at once a day while it answers, hourly while it fails, and the third failure raises an alert', async () => {
  await setting({})
  expect(await checkHelpLinks(services)).toBe(1)
  hour()
  expect(await checkHelpLinks(services), 'not before a day').toBe(0)
  expect(await links()).toEqual([{ failures: 0, error: '' }])
  page.status = 404
  clock.advance(24 * 3_600_000)
  for (const failures of [1, 2, 3]) {
    expect(await checkHelpLinks(services)).toBe(1)
    expect(await links()).toEqual([{ failures, error: 'HTTP 404' }])
    expect((await alerts()).length).toBe(failures === 3 ? 1 : 0)
    hour()
  }
  expect((await alerts())[0]?.subject).toMatch(/^link:127\.0\.0\.1/)
})

test('play is refused while it stays dead, only where the site is set so, and goes on once it answers', async () => {
  const { memberId } = await site.member()
  const plays = () =>
    mayPlay(owner, memberId, clock.now()).then(
      () => '',
      (error: Error) => error.message,
    )
  clock.advance(3 * 24 * 3_600_000)
  await checkHelpLinks(services)
  expect(await plays()).toBe('')
  await setting({ deadHelpDays: 2 })
  expect(await plays()).toBe('援助信息暂时无法打开，修复前不能进入游戏')
  page.status = 200
  hour()
  await checkHelpLinks(services)
  expect(await plays()).toBe('')
})

test('a link that is in no setting any more counts for nothing', async () => {
  page.status = 400
  clock.advance(25 * 3_600_000)
  await checkHelpLinks(services)
  expect((await links())[0]?.failures).toBe(1)
  await setting({ helpUrl: '' })
  await checkHelpLinks(services)
  expect(await links()).toEqual([])
})
