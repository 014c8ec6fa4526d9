// What ended while a player was cut off or gone is told when they are back, in every kind of game.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { football } from '../../games/football/model/football.ts'
import { k3 } from '../../games/k3/model/k3.ts'
import type { Book } from '../../model/Book.ts'
import type { Table } from '../../model/Table.ts'
import { kickOffMs, upcomingAt } from '../../server/book/timetable.ts'
import { phase, phones, runningTables } from '../support/pageSupport.ts'
import { good, testVenue } from '../support/support.ts'

const venue = await testVenue({ faults: true })
const { openRound, finish, clock } = await runningTables(venue)
venue.venue.books.start()
const { open } = phones(venue, page => page.getByTestId('balance').waitFor())
const yuan = (fen: bigint) => (Number(fen) / 100).toFixed(2)
const signed = (fen: bigint) => `${fen > 0n ? '+' : ''}${yuan(fen)}`.replace('-', '−')

type Seat = Awaited<ReturnType<typeof open>>
const betOf = async ({ client }: Pick<Seat, 'client'>, player: string) =>
  good(await client.bets({ limit: 1_000 })).items.findLast(bet => bet.player === player)

/** The sheet says what the bet came to; once it is closed, it does not come again. */
async function isTold(seat: Seat, player: string, title: string | RegExp) {
  const { page } = seat
  const sheet = page.getByRole('dialog', { name: '离开期间的结果' })
  await sheet.getByText(title).first().waitFor()
  const bet = (await betOf(seat, player))!
  expect(bet.status).toBe('SETTLED')
  const figures = await sheet.locator('.stats dd').allTextContents()
  expect(figures).toEqual([yuan(bet.stake), yuan(bet.payout), signed(bet.payout - bet.stake)])
  await sheet.getByRole('button', { name: '知道了' }).click()
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/bets/find')) asked.push(request.url())
  })
  await page.reload()
  await page.getByTestId('balance').waitFor()
  await page.getByRole('button', { name: '投注记录' }).click()
  await page.getByRole('dialog', { name: '注单记录' }).locator('.hr').first().waitFor()
  expect(asked, 'what was told is not asked for again').toEqual([])
}

const sent = (page: Page, path: string) =>
  page.waitForRequest(request => request.url().endsWith(path) && request.method() === 'POST')

test('a spin whose answer never came, because the page was loaded again', async () => {
  const player = 'm1'
  const seat = await open({ code: 'koi3', venue: 'PP' }, player)
  await venue.admin.fault({
    kind: 'delay',
    endpoint: 'placeBet',
    player,
    count: 1,
    delay_ms: 4_000,
  })
  await Promise.all([sent(seat.page, '/api/bets'), seat.page.getByTestId('spin').click()])
  await seat.page.reload()
  await expect.poll(() => betOf(seat, player)).toBeDefined()
  await isTold(seat, player, /锦鲤三连 · /)
  expect(seat.complaints).toEqual([])
  await seat.shut()
})

test('a round of a table that was drawn while the connection was down', async () => {
  const player = 'm2'
  const number = await openRound(k3 as Table)
  const seat = await open(k3 as Table, player)
  await phase(seat.page, 'bet')
  await seat.page.getByRole('button', { name: /^和值单/ }).click()
  await seat.page.getByRole('button', { name: '确认 1 注' }).click()
  await seat.page.getByText('已确认 1 注', { exact: true }).waitFor()
  await seat.page.context().setOffline(true)
  await finish(k3 as Table, number)
  await openRound(k3 as Table)
  await seat.page.context().setOffline(false)
  await isTold(seat, player, /^开奖 \d \d \d/)
  expect(seat.complaints).toEqual([])
  await seat.shut()
})

test('a ticket on a match that ended while the page was closed', async () => {
  const player = 'm3'
  const book = football as Book
  const first = upcomingAt(book, await clock.now()).first
  const seat = await open(book, player)
  await seat.page.locator('.odd[aria-disabled=false]').first().click()
  await seat.page.locator('.slipbar').click()
  await Promise.all([
    seat.page.getByText(/已成立，注额 50.00 元/).waitFor(),
    seat.page.getByRole('button', { name: '确认投注' }).click(),
  ])
  const address = seat.page.url()
  await seat.page.goto('about:blank')
  await clock.set(kickOffMs(book, first + 1) + 360_000)
  await expect.poll(async () => (await betOf(seat, player))!.status).toBe('SETTLED')
  await seat.page.goto(address)
  await isTold(seat, player, / @ \d/)
  expect(seat.complaints).toEqual([])
  await seat.shut()
})
