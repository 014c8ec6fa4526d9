// The line of a tournament in the games: place, score and time left, folded away and brought back.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phones } from '../support/pageSupport.ts'
import { good, testVenue } from '../support/support.ts'

const venue = await testVenue()
const { open } = phones(venue, page => page.getByTestId('balance').waitFor())
const HOUR_MS = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Which of some parts of the page another one lies over. */
const coveredBy = (page: Page, part: string, others: string[]) =>
  page.evaluate(
    ([name, rest]) => {
      const boxOf = (found: string) => document.querySelector(found)!.getBoundingClientRect()
      const over = boxOf(name)
      return rest.filter(other => {
        const box = boxOf(other)
        const isBeside = box.left >= over.right || box.right <= over.left
        return !isBeside && box.top < over.bottom && box.bottom > over.top
      })
    },
    [part, others] as const,
  )

test('a player reads how they stand, folds the line away and brings it back', async () => {
  const client = venue.client('PP')
  good(
    await client.putTournament({
      ref: 'T-page',
      name: '周末锦标赛',
      games: [],
      measure: 'multiple',
      starts_at: at(-HOUR_MS),
      ends_at: at(26.5 * HOUR_MS),
      open: true,
    }),
  )
  good(await client.putPlayer({ player: 'p1', nickname: 'p1', currency: 'CNY' }))
  const place = { player: 'p1', place: 3, score: 1_250n }
  good(await client.tournamentPlaces({ ref: 'T-page', items: [place] }))
  const seat = await open({ code: 'koi3', venue: 'PP' }, 'p1')
  const { page } = seat
  const line = page.getByTestId('race')
  await line.getByText('第 3 名').waitFor()
  await line.getByText('净赢 12.50 倍').waitFor()
  await line.getByText('剩 1天2时').waitFor()
  // On its side the phone has a row for the line: it covers neither scene nor reels.
  for (const [width, height] of [
    [844, 390],
    [667, 375],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => coveredBy(page, '.race', ['.scene-w', '.reels', '.msg'])).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  good(
    await client.tournamentPlaces({
      ref: 'T-page',
      items: [{ ...place, place: 1, score: 2_000n }],
    }),
  )
  await line.getByText('第 1 名').waitFor()
  await line.getByRole('button', { name: '收起锦标赛' }).click()
  await line.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '菜单' }).click()
  await page.getByRole('switch', { name: '锦标赛 周末锦标赛' }).click()
  await line.getByText('净赢 20.00 倍').waitFor()
  expect(seat.complaints).toEqual([])
  await seat.shut()
  const other = await open({ code: 'koi3', venue: 'PP' }, 'p2')
  expect(await other.page.getByTestId('race').count()).toBe(0)
  await other.shut()
})
