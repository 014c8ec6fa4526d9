// A pool in the games: its meter, its rules, and the news of a win.
import { expect, test } from 'vitest'
import { phones } from '../support/pageSupport.ts'
import { good, testVenue } from '../support/support.ts'

const venue = await testVenue({ faults: true })
const { open } = phones(venue, page => page.getByTestId('balance').waitFor())

test('a player sees the pool of a game, reads how it is won, and is told of a win', async () => {
  const jackpot = { ref: 'J-page', name: '锦鲤奖池', games: ['koi3'], open: true, share: 300 }
  good(await venue.client('PP').putJackpot({ ...jackpot, seed: 88_888n, bound: 88_890n }))
  const seat = await open({ code: 'koi3', venue: 'PP' }, 'p1')
  const { page, client } = seat
  const meter = page.getByTestId('jackpot')
  await meter.getByText('888.88').waitFor()
  await meter.click()
  const rules = page.getByRole('dialog', { name: '锦鲤奖池' })
  await rules.getByText('888.90', { exact: false }).waitFor()
  await rules.getByText('3%').waitFor()
  await rules.getByRole('button', { name: '知道了' }).click()
  // Six fen of the stake pass the bound, so that this spin wins.
  await page.locator('[data-testid=spin][aria-disabled=false]').click()
  const told = page.getByRole('dialog', { name: '恭喜赢得奖池' })
  expect(await told.getByTestId('jackpot-won').textContent()).toBe('888.90 元')
  await told.getByRole('button', { name: '知道了' }).click()
  await meter.getByText('888.90').waitFor()
  const { items } = good(await client.jackpots({}))
  expect(items[0]).toMatchObject({ paid: 88_890n, wins: [{ player: 'p1' }] })
  expect(seat.complaints).toEqual([])
  await seat.shut()
})
