import type { Page } from 'playwright-core'
import { openWorld } from '../../support/stack.ts'

export const world = await openWorld({ env: { TRUST_PROXY: '1' } })
/** Home as one finds it who has read the greeting. */
export const greeted = { 'closed:welcome': '1' }

/** The first page as it is when the server had nothing to put into it. */
export const withoutFirstData = (page: Page) =>
  page.route(`${world.url}/`, async route => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text())
        .replace(/<template id="home">.*?<\/template>/s, '')
        .replace(/<script[^>]*id="boot">.*?<\/script>/s, ''),
    })
  })
