import { addDays } from '@tianping/money/day'
import { rows, sql } from '@tianping/database'
import { sha256, toHex } from '@tianping/fairness'
import { expect, test } from 'vitest'
import { k3 } from '../../games/k3/model/k3.ts'
import type { Table } from '../../model/Table.ts'
import { handClock, testVenue } from '../support/support.ts'
import { handTable, NOON_MS } from '../support/tableSupport.ts'

const venue = await testVenue({ clock: handClock(NOON_MS) })
const hand = await handTable(venue, k3 as Table)
const TODAY = '2026-07-18'

type Said = {
  days: { day: string; chains: { code: string; terminal: string; published_at: string }[] }[]
}

test('the next day’s terminal hashes are public a day ahead, on a page and in a file, and no seed is', async () => {
  const stored = await rows(
    venue.db,
    sql<{
      day: string
      terminal: string
      root: Buffer
    }>`select day, terminal, root from chain order by day`,
  )
  const tomorrow = addDays(TODAY, 1)
  expect(stored.map(({ day }) => day)).toEqual([TODAY, tomorrow])
  const file = await fetch(`${venue.url}/commitments.json`)
  expect(file.headers.get('content-disposition')).toContain(`commitments-${tomorrow}.json`)
  const text = await file.text()
  const said = JSON.parse(text) as Said
  expect(said.days.map(({ day }) => day)).toEqual([TODAY, tomorrow])
  const [, ahead] = said.days
  expect(ahead?.chains).toMatchObject([{ code: 'k3', terminal: stored[1]!.terminal }])
  expect(Date.parse(ahead!.chains[0]!.published_at)).toBeLessThan(
    Date.parse(`${tomorrow}T00:00:00+08:00`),
  )
  const page = await fetch(`${venue.url}/commitments`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await page.text()
  for (const { terminal, root } of stored) {
    expect(html).toContain(terminal)
    for (const shown of [html, text]) expect(shown).not.toContain(root.toString('hex'))
  }
})

test('the page of commitments is in English where the address asks for it', async () => {
  const html = await fetch(`${venue.url}/commitments?lang=en-GB`).then(answer => answer.text())
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('href="/verify?lang=en"')
  expect(html).not.toMatch(/\p{Script=Han}/u)
  const own = await fetch(`${venue.url}/commitments`).then(answer => answer.text())
  expect(own).toContain('<html lang="zh-CN">')
})

test('what was kept the day before is what the day’s seeds lead to', async () => {
  const kept = (await fetch(`${venue.url}/commitments.json`).then(r => r.json())) as Said
  const tomorrow = kept.days[1]!
  await hand.clock.set(Date.parse(`${tomorrow.day}T00:00:00+08:00`) + 1_000)
  await hand.turn()
  await hand.goTo('endsMs')
  const [first] = await rows(
    venue.db,
    sql<{ seed: Buffer }>`select seed from round where day = ${tomorrow.day} and place = 1`,
  )
  expect(toHex(sha256(first!.seed))).toBe(tomorrow.chains[0]!.terminal)
})
