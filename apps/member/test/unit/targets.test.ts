import { expect, test } from 'vitest'
import { isPath } from '../../src/app/routes/paths.ts'
import {
  activityAddress,
  appPages,
  gameAddress,
  isTarget,
  pageAddress,
  targetKind,
  targetLabel,
  type AppPage,
} from '@tianping/contract/targets'

test('every page that content may lead to is a page of the app', () => {
  for (const path of Object.keys(appPages)) {
    expect(isPath(path), path).toBe(true)
    expect(targetKind(pageAddress(path as AppPage))).toBe('page')
  }
})

test('an address says by itself what it is, also one that was written by hand', () => {
  const game = {
    platname: 'LIVE',
    category: 'realbet',
    code: 'bac',
    name: '百家乐 & 龙虎',
    venue: '沙盒真人',
  }
  expect(targetKind('')).toBe('none')
  expect(targetKind(activityAddress(12))).toBe('activity')
  expect(targetKind(gameAddress(game))).toBe('game')
  expect(targetLabel(gameAddress(game))).toBe('百家乐 & 龙虎')
  for (const address of ['/#/nosuch', '/#/toString', '/activity', 'https://a.example/x'])
    expect(targetKind(address), address).toBe('web')
})

test.each(['javascript:alert(1)', '//a.example', 'http://a.example', 'data:text/html,x', 'x'])(
  '%s is no target',
  address => {
    expect(isTarget(address)).toBe(false)
  },
)
