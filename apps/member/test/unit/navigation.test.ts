import { openTab, history, pressBack, settled } from './browser.ts'
import './watching.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  back,
  currentAddress,
  go,
  goTo,
  replaceWith,
  setGate,
} from '../../src/app/routes/navigation.ts'
import { openLayer } from '../../src/ui/layer/layers.ts'

beforeEach(() => {
  openTab('/')
  setGate(() => true)
})
const element = {} as HTMLElement

test('going somewhere adds an entry, going where one is adds none', () => {
  go('/wallet', { type: '2' })
  expect(currentAddress()).toBe('/wallet?type=2')
  const { length } = history
  goTo('/wallet?type=2')
  expect(history.length).toBe(length)
})

test('back leads through our own pages, and at the first one to the page above', async () => {
  go('/money')
  go('/transfer')
  back()
  await settled()
  expect(currentAddress()).toBe('/money')
  openTab('/addBankCard')
  back()
  expect(currentAddress()).toBe('/wallet')
  back()
  expect(currentAddress()).toBe('/mine')
})

test('a gate keeps the page where it is', () => {
  setGate(path => path !== '/transfer')
  go('/transfer')
  expect(currentAddress()).toBe('/')
})

test('the back gesture closes what lies over the page first', async () => {
  go('/money')
  let open = true
  const remove = openLayer(element, () => {
    open = false
    remove()
  })
  await pressBack()
  expect(open).toBe(false)
  expect(currentAddress()).toBe('/money')
  await pressBack()
  expect(currentAddress()).toBe('/')
})

test('a layer that is closed by hand takes its entry with it', async () => {
  go('/money')
  const remove = openLayer(element, () => undefined)
  remove()
  await settled()
  await pressBack()
  expect(currentAddress()).toBe('/')
})

test('a navigation out of a layer takes the place of its entry', async () => {
  go('/money')
  const remove = openLayer(element, () => remove())
  go('/recharge')
  await settled()
  expect(currentAddress()).toBe('/recharge')
  await pressBack()
  expect(currentAddress()).toBe('/money')
})

test('a navigation right after a layer is closed loses neither', async () => {
  go('/money')
  const remove = openLayer(element, () => undefined)
  remove()
  await new Promise(resolve => setTimeout(resolve))
  go('/recharge')
  await settled()
  expect(currentAddress()).toBe('/recharge')
  await pressBack()
  expect(currentAddress()).toBe('/money')
})

test('a layer that opens while the entry of another is taken back stays, with an entry of its own', async () => {
  go('/money')
  const first = openLayer(element, () => undefined)
  first()
  await new Promise(resolve => setTimeout(resolve))
  let open = true
  const second = openLayer(element, () => {
    open = false
    second()
  })
  await settled()
  expect(open).toBe(true)
  await pressBack()
  expect([open, currentAddress()]).toEqual([false, '/money'])
  await pressBack()
  expect(currentAddress()).toBe('/')
})

test('layers over layers close one by one', async () => {
  go('/money')
  const open: string[] = ['sheet', 'dialog']
  const lower = openLayer(element, () => {
    open.splice(open.indexOf('sheet'), 1)
    lower()
  })
  const upper = openLayer(element, () => {
    open.splice(open.indexOf('dialog'), 1)
    upper()
  })
  await pressBack()
  expect(open).toEqual(['sheet'])
  await pressBack()
  expect(open).toEqual([])
  expect(currentAddress()).toBe('/money')
})

test('a redirect leaves no entry behind', async () => {
  go('/mine')
  replaceWith('/login?redirect=%2Fmine')
  await pressBack()
  expect(currentAddress()).toBe('/')
})
