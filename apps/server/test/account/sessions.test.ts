// What an instance remembers of sessions: how long, when it writes that one is used, and when it
// forgets one.
import { row, run, sql } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { tokenHash } from '../../src/areas/account/session.ts'
import { enable } from '../profiles/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, { clock })
const { sessions } = site.services
const MINUTE_MS = 60_000

const entered = async () => site.enter((await site.member()).memberId)
const isOpen = async (token: string, polled = false) => (await sessions.of(token, polled)) !== null
const kept = (token: string) =>
  row(
    owner,
    sql<{ expiresAt: Date; seenAt: Date; activeAt: Date | null }>`
    select expires_at, last_seen_at as seen_at, active_at from session where token_hash = decode(${tokenHash(token)}, 'hex')`,
  )
/** Days and minutes from the beginning of a test to the end of a session. */
const sinceOf = (began: Date) => async (token: string) => {
  const ms = (await kept(token))!.expiresAt.getTime() - began.getTime()
  return [Math.floor(ms / DAY_MS), (ms % DAY_MS) / MINUTE_MS]
}
/** It ends without a word to this instance. */
const endUnheard = (token: string) =>
  run(owner, sql`delete from session where token_hash = decode(${tokenHash(token)}, 'hex')`)

test('an end that nobody told counts within ten seconds', async () => {
  const token = await entered()
  expect(await isOpen(token)).toBe(true)
  await endUnheard(token)
  clock.advance(9_999)
  expect(await isOpen(token)).toBe(true)
  clock.advance(1)
  expect(await isOpen(token)).toBe(false)
})

test('an end that was told counts at once, also where another one ended it', async () => {
  const [one, other] = [await entered(), await entered()]
  for (const token of [one, other]) expect(await isOpen(token)).toBe(true)
  await sessions.end(tokenHash(one))
  expect(await isOpen(one)).toBe(false)
  await endUnheard(other)
  sessions.forget([tokenHash(other)])
  expect(await isOpen(other)).toBe(false)
})

test('without news of other instances nothing is remembered, before it or after', async () => {
  const token = await entered()
  expect(await isOpen(token)).toBe(true)
  await endUnheard(token)
  sessions.trust(false)
  expect(await isOpen(token)).toBe(false)
  const other = await entered()
  expect(await isOpen(other)).toBe(true)
  await endUnheard(other)
  expect(await isOpen(other)).toBe(false)
  const again = await entered()
  sessions.trust(true)
  expect(await isOpen(again)).toBe(true)
  await endUnheard(again)
  expect(await isOpen(again)).toBe(true)
  sessions.trust(true)
  expect(await isOpen(again)).toBe(false)
})

test('its end moves with its use, at most every ten minutes', async () => {
  const since = sinceOf(clock.now())
  const token = await entered()
  const useAfter = async (ms: number) => {
    clock.advance(ms)
    await isOpen(token)
    return since(token)
  }
  expect(await useAfter(10 * MINUTE_MS)).toEqual([7, 0])
  expect(await useAfter(1)).toEqual([7, 10 + 1 / MINUTE_MS])
  expect(await useAfter(10 * MINUTE_MS)).toEqual([7, 10 + 1 / MINUTE_MS])
  expect(await useAfter(1)).toEqual([7, 20 + 2 / MINUTE_MS])
  // Another instance has moved it meanwhile.
  sessions.forget([tokenHash(token)])
  expect(await useAfter(5 * MINUTE_MS)).toEqual([7, 20 + 2 / MINUTE_MS])
})

test('one that was moved is used to its new end', async () => {
  const token = await entered()
  clock.advance(6 * DAY_MS)
  expect(await isOpen(token)).toBe(true)
  clock.advance(7 * DAY_MS - 1)
  expect(await isOpen(token)).toBe(true)
})

test('one that is used in its last moment goes on in the next', async () => {
  const token = await entered()
  clock.advance(7 * DAY_MS - 1)
  expect(await isOpen(token)).toBe(true)
  clock.advance(1)
  expect(await isOpen(token)).toBe(true)
})

test('in its last week, when its end moves no more, its use is still written every ten minutes', async () => {
  const began = clock.now()
  const token = await entered()
  for (let day = 6; day <= 24; day += 6) {
    clock.advance(6 * DAY_MS)
    expect(await isOpen(token)).toBe(true)
  }
  expect(await sinceOf(began)(token)).toEqual([30, 0])
  const seenAfter = async (ms: number) => {
    clock.advance(ms)
    await isOpen(token)
    return (await kept(token))!.seenAt.getTime() - began.getTime() - 24 * DAY_MS
  }
  expect(await seenAfter(10 * MINUTE_MS)).toBe(0)
  expect(await seenAfter(1)).toBe(10 * MINUTE_MS + 1)
})

test('where idle sessions end, use is written at most every minute, and a page’s own never', async () => {
  await enable(site, 'MT')
  clock.advance(6_000)
  const token = await entered()
  const usedAt = async () => (await kept(token))?.activeAt?.getTime() ?? 0
  await isOpen(token, true)
  expect(await usedAt()).toBe(0)
  const began = clock.now().getTime()
  const useAfter = async (ms: number) => {
    clock.advance(ms)
    await isOpen(token)
    return (await usedAt()) - began
  }
  expect(await useAfter(0)).toBe(0)
  expect(await useAfter(MINUTE_MS)).toBe(0)
  expect(await useAfter(1)).toBe(MINUTE_MS + 1)
  // What was not written counts here all the same.
  clock.advance(MINUTE_MS)
  await isOpen(token)
  clock.advance(30 * MINUTE_MS)
  expect(await isOpen(token, true)).toBe(true)
  clock.advance(1)
  expect(await isOpen(token)).toBe(false)
  await enable(site)
  clock.advance(6_000)
})
