// The gallery of the kit, which only `npm run dev` serves.
import type { Page } from 'playwright-core'
import { createServer } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { inRoot } from '../tooling/root.ts'
import { leaveBrowser, sharedBrowser } from '../tooling/test/browser.ts'

const site = await createServer({
  configFile: inRoot('apps/member/vite.config.ts'),
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: 0 },
})
await site.listen()
const [address = ''] = site.resolvedUrls?.local ?? []
const browser = await sharedBrowser()
afterAll(async () => {
  await leaveBrowser()
  await site.close()
})

function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

test.each(['light', 'dark'])(
  'the gallery shows in the %s theme, no wider than a phone, and opens its layers',
  async theme => {
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    })
    const complaints = complaintsOf(page)
    await page.goto(`${address}kit?theme=${theme}`)
    await page.getByRole('heading', { name: `Kit, ${theme}` }).waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('region').count()).toBeGreaterThan(9)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const name of ['dialog', 'picture', 'sheet', 'picker', 'noChoice', 'layer']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'refusal', exact: true }).click()
    await page.getByRole('alert').getByText('请输入姓名').first().waitFor()
    expect(complaints).toEqual([])
    await page.close()
  },
)

test('without a theme the gallery shows both side by side', async () => {
  const page = await browser.newPage({ viewport: { width: 900, height: 844 } })
  await page.goto(`${address}kit`)
  for (const theme of ['light', 'dark'])
    await page
      .frameLocator(`iframe[title=${theme}]`)
      .getByRole('heading', { name: `Kit, ${theme}` })
      .waitFor()
  await page.close()
})
