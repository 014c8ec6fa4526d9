// What the house gives, in the games: announced, counted down, and told when it is played.
import { expect, test } from 'vitest'
import { phones } from '../support/pageSupport.ts'
import { good, testVenue } from '../support/support.ts'

const venue = await testVenue({ faults: true })
const { open } = phones(venue, page => page.getByTestId('balance').waitFor())

test('a player is told of free rounds, plays them without a stake, and reads what they won', async () => {
  const seat = await open({ code: 'koi3', venue: 'PP' }, 'g1')
  const { page, client } = seat
  const grant = {
    ref: 'G-page-1',
    player: 'g1',
    games: ['koi3'],
    stake: 200n,
    rounds: 2,
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
  }
  good(await client.grantFreeRounds(grant))
  const before = await page.getByTestId('balance').textContent()
  await page.reload()
  await page.getByRole('dialog', { name: '赠送旋转' }).getByTestId('grant-count').waitFor()
  await page.getByRole('button', { name: '开始' }).click()
  for (const left of [1, 0]) {
    await page.locator('[data-testid=spin][aria-disabled=false]').click()
    if (left > 0) await page.getByText(`赠送旋转 余 ${left}/2`, { exact: false }).waitFor()
  }
  const done = page.getByRole('dialog', { name: '赠送旋转已用完' })
  await done.waitFor()
  const { won } = good(await client.freeRounds({ ref: grant.ref }))
  expect(await done.getByTestId('grant-won').textContent()).toBe(
    `${(Number(won) / 100).toFixed(2)} 元`,
  )
  await page.setViewportSize({ width: 844, height: 390 })
  await done.getByRole('button', { name: '知道了' }).click()
  await page.getByRole('button', { name: '旋转', exact: true }).waitFor()
  expect(await page.getByTestId('balance').textContent()).toBe(before)
  expect(seat.complaints).toEqual([])
  await seat.shut()
})
