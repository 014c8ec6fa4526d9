import { openTab, pressBack, settled } from './browser.ts'
import './watching.ts'
import { beforeEach, expect, test } from 'vitest'
import { go } from '../../src/app/routes/navigation.ts'
import { keepView, keptView } from '../../src/app/routes/view.ts'
import { beginSession, endSession, noteMember } from '../../src/app/session.ts'
import { openLayer } from '../../src/ui/layer/layers.ts'

beforeEach(() => {
  endSession()
  beginSession('mine')
  noteMember(7)
  openTab('/')
})
const element = {} as HTMLElement

test('what a page shows is there again on the way back, and not at another visit', async () => {
  go('/transRecord')
  keepView('type', '2')
  go('/kefu')
  expect(keptView('type')).toBeUndefined()
  await pressBack()
  expect(keptView('type')).toBe('2')
  go('/mine')
  go('/transRecord')
  expect(keptView('type')).toBeUndefined()
})

test('what was chosen in a sheet is kept by the page below it', async () => {
  go('/betRecord')
  const remove = openLayer(element, () => undefined)
  keepView('filter', 'FG')
  remove()
  await settled()
  expect(keptView('filter')).toBe('FG')
  go('/kefu')
  await pressBack()
  expect(keptView('filter')).toBe('FG')
})

test('a choice in a sheet that is left for another page is kept nowhere else', async () => {
  go('/betRecord')
  const remove = openLayer(element, () => remove())
  keepView('filter', 'FG')
  go('/transRecord')
  await settled()
  expect(keptView('filter')).toBeUndefined()
  go('/kefu')
  await pressBack()
  expect(keptView('filter')).toBeUndefined()
})

test('another member finds nothing of it', () => {
  go('/search')
  keepView('q', '麻将')
  endSession()
  beginSession('theirs')
  noteMember(8)
  expect(keptView('q')).toBeUndefined()
})
