// Games in English, played through: nothing that a player reads is Chinese at any moment, in no
// phase, sheet, refusal or result. What stands in pictures is drawn, and no text.
import { commitOf, fromHex } from '@tianping/fairness'
import { run, sql } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { VENUE_CODES } from '@tianping/venue-protocol'
import { gamesOf, isBook, isTable, type Game } from '../../games/registry.ts'
import type { InstantGame } from '../../model/InstantGame.ts'
import type { Table } from '../../model/Table.ts'
import { kickOffMs, upcomingAt } from '../../server/book/timetable.ts'
import { phase, phones, runningTables } from '../support/pageSupport.ts'
import { funded, good, testVenue } from '../support/support.ts'

const venue = await testVenue({ faults: true })
const { openRound, finish, clock } = await runningTables(venue)
venue.venue.books.start()
const seats = phones(venue, page => page.getByTestId('balance').waitFor())
const GAMES = VENUE_CODES.flatMap(gamesOf)
const TABLES = GAMES.filter(isTable)
const BOOKS = GAMES.filter(isBook)
const SLOTS = GAMES.filter((game): game is InstantGame => !isTable(game) && !isBook(game))

/** Keeps every Chinese text and label that the page ever shows, however short. */
function watchForChinese() {
  const han = /\p{Script=Han}/u
  const found = new Set<string>()
  // A script that is read in parts grows while the page is watched.
  const isCode = (node: Element | null) =>
    ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(node?.tagName ?? '')
  const look = (node: Node) => {
    if (node instanceof Element) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'value']) {
        const said = node.getAttribute(name) ?? ''
        if (han.test(said)) found.add(`${name}: ${said}`)
      }
      if (!isCode(node)) node.childNodes.forEach(look)
    } else if (node instanceof Text && han.test(node.data) && !isCode(node.parentElement))
      found.add(node.data)
  }
  const observer = new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) {
      if (target.nodeName !== 'SCRIPT' && target.nodeName !== 'STYLE') addedNodes.forEach(look)
      if (addedNodes.length === 0) look(target)
    }
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
  Object.assign(globalThis, {
    chineseShown: () => [document.title, ...found].filter(t => han.test(t)),
  })
}

/** Everything Chinese that this page has shown so far, and what it says of its language. */
async function isEnglish(page: Page) {
  const shown = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    chinese: (globalThis as unknown as { chineseShown(): string[] }).chineseShown(),
    wide: document.documentElement.scrollWidth > innerWidth,
  }))
  expect(shown).toEqual({ lang: 'en', chinese: [], wide: false })
}

/** A funded player in a game that was launched in English. */
async function seatAt(game: Game, player: string, more: object = {}) {
  const client = venue.client(game.venue)
  await funded(client, player, 100_000n)
  const { url } = good(
    await client.launch({
      player,
      game_code: game.code,
      lobby_url: `${venue.url}/?lobby`,
      lang: 'en',
      ...more,
    }),
  )
  const seat = await seats.show(url, { watch: watchForChinese })
  await seat.page.getByTestId('balance').waitFor()
  return { client, ...seat }
}

const sheet = (page: Page) => page.getByRole('dialog')

/** Opens every sheet of the head, its menu and what that leads to; then the rules by themselves. */
async function readsEverything(page: Page, game: Game) {
  await page.getByRole('button', { name: 'My bets' }).click()
  await sheet(page).locator('.hr').first().click()
  await sheet(page).getByText('Bet number').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Rules and odds' }).click()
  await sheet(page).getByText('Practice has the same mathematics').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Menu/ }).click()
  await sheet(page)
    .getByRole('button', { name: /^Fairness/ })
    .click()
  await sheet(page).getByTestId('commit').waitFor()
  const verifier = sheet(page).locator('a[href^="/verify"]').first()
  const address = await verifier.getAttribute('href')
  await page.keyboard.press('Escape')
  await isEnglish(page)
  await page.goto(`${venue.url}/rules/${game.code}?lang=en`)
  await page.getByText('Practice has the same mathematics').first().waitFor()
  await isEnglish(page)
  await page.goto(`${venue.url}${address}`)
  await page.getByText('All nine self-checks passed').waitFor()
  await isEnglish(page)
}

test.each(TABLES)('$code: a round in English, from the bet to the verified result', async game => {
  const table = game as Table
  const number = await openRound(table)
  const { page, complaints, shut } = await seatAt(table, `en-${game.code}`)
  await phase(page, 'bet')
  const spot = page.locator('.zone, .lc').first()
  await spot.click()
  await page.getByTestId('confirm').click()
  await page
    .locator('.tot')
    .getByText(/onfirmed/)
    .waitFor()
  await isEnglish(page)
  await finish(table, number)
  await phase(page, 'result')
  const roads = page.getByRole('button', { name: /roads/i })
  if (await roads.count()) {
    await roads.first().click()
    await sheet(page).locator('svg, .bead').first().waitFor()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: /^Menu/ }).click()
  await sheet(page)
    .getByRole('button', { name: /^(Draws|Past results)/ })
    .click()
  await sheet(page).locator('.hr').first().waitFor()
  await page.keyboard.press('Escape')
  await readsEverything(page, game)
  expect(complaints).toEqual([])
  await shut()
})

const SEED = fromHex('00'.repeat(31) + '01')
const STAKE_FEN = 200n
/** With this seed and `lucky` this spin gives eight free spins, and no more. */
const FREE_NONCE = 102

/** What a slot draws from the seed above. */
const drawn = (slot: InstantGame, nonce: number) =>
  slot.outcome({ serverSeed: SEED, clientSeed: 'lucky', nonce, stakeFen: STAKE_FEN })

/** The first spin that wins more than its stake, without free spins. */
function winningNonce(slot: InstantGame): number {
  for (let nonce = 0; ; nonce++) {
    const { payoutFen, detail } = drawn(slot, nonce)
    const free = detail['free'] as unknown[] | undefined
    if (payoutFen > STAKE_FEN && (free?.length ?? 0) === 0) return nonce
  }
}

const drawNext = (player: string, nonce: number) =>
  run(
    venue.db,
    sql`update seed set server_seed = ${Buffer.from(SEED)}, commit_hash = ${commitOf(SEED)}, client_seed = 'lucky', next_nonce = ${nonce}
    where player_id = ${player} and state = 'active'`,
  )

/** The paid spin, the first free one, and the last after the others were taken elsewhere. */
async function playsFreeSpins(page: Page, slot: InstantGame, player: string) {
  const awake = page.locator('[data-testid=spin][aria-disabled=false]')
  await drawNext(player, FREE_NONCE)
  await awake.click()
  await page.getByText('8 free spins won').first().waitFor()
  await awake.click()
  await page.getByText('1 / 8').waitFor()
  await isEnglish(page)
  const { detail } = drawn(slot, FREE_NONCE)
  await run(
    venue.db,
    sql`update bet set outcome = ${JSON.stringify(slot.feature!.shown(detail, 7))} where player_id = ${player}`,
  )
  await page.reload()
  await page.getByText('7 / 8').waitFor()
  await awake.click()
  await page.getByText('8 free spins completed').first().waitFor()
  await isEnglish(page)
}

test.each(SLOTS)('$code: a win in English, free spins to the last, and every sheet', async slot => {
  const player = `en-${slot.code}`
  const { page, complaints, shut } = await seatAt(slot, player)
  const awake = page.locator('[data-testid=spin][aria-disabled=false]')
  await awake.waitFor()
  if (slot.feature) await playsFreeSpins(page, slot, player)
  else {
    await drawNext(player, winningNonce(slot))
    await awake.click()
    await page.locator('.msg.won').waitFor()
    await isEnglish(page)
  }
  await page.getByRole('button', { name: /^Menu/ }).click()
  await sheet(page)
    .getByRole('button', { name: /^Fairness/ })
    .click()
  await page.getByRole('button', { name: 'Change the seed and reveal it' }).click()
  await sheet(page)
    .getByText(/agrees/)
    .waitFor()
  await page.keyboard.press('Escape')
  await readsEverything(page, slot)
  expect(complaints).toEqual([])
  await shut()
})

test.each(BOOKS)('$code: a ticket in English, in play, and told after the match', async book => {
  const first = upcomingAt(book, await clock.now()).first
  const player = `en-${book.code}`
  const { client, page, complaints, shut } = await seatAt(book, player)
  const address = page.url()
  // A price in play may move, or be closed for a goal, while the clock stands.
  const upcoming = page.getByRole('region', { name: /^Coming up/ })
  await upcoming.locator('.odd[aria-disabled=false]').first().click()
  await page.locator('.slipbar').click()
  await Promise.all([
    page.getByText(/placed, stake 50.00 CNY/).waitFor(),
    sheet(page).getByRole('button', { name: 'Place bet' }).click(),
  ])
  await clock.set(kickOffMs(book, first))
  const inPlay = page.getByRole('region', { name: /^In play/ })
  await inPlay.locator('.mt-h').first().click()
  await page.getByRole('button', { name: 'All matches' }).waitFor()
  await isEnglish(page)
  await page.goto('about:blank')
  await clock.set(kickOffMs(book, first + 1) + 360_000)
  const statuses = async () =>
    good(await client.bets({ limit: 1_000 }))
      .items.filter(bet => bet.player === player)
      .map(bet => bet.status)
  await expect.poll(statuses).toEqual(['SETTLED'])
  await page.goto(address)
  const told = page.getByRole('dialog', { name: 'While you were away' })
  await told.getByRole('button', { name: 'Got it' }).click()
  await readsEverything(page, book)
  expect(complaints).toEqual([])
  await shut()
})
