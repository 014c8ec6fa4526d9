import { expect, test } from 'vitest'
import { blocksOf } from '../../src/kernel/http/network.ts'

test('an IPv4 address counts by itself, also written as an IPv6 one', () => {
  expect(blocksOf('203.0.113.7')).toEqual([{ network: '203.0.113.7', times: 1 }])
  expect(blocksOf('::ffff:203.0.113.7')).toEqual(blocksOf('203.0.113.7'))
})
test('an IPv6 address counts by its /64 and, four times as often, by its /48', () => {
  expect(blocksOf('2001:db8:1:2:3:4:5:6')).toEqual([
    { network: '2001:db8:1:2:0:0:0:0/64', times: 1 },
    { network: '2001:db8:1:0:0:0:0:0/48', times: 4 },
  ])
  expect(blocksOf('fe80::1%eth0')).toEqual(blocksOf('fe80::2'))
})
test('what is no address counts as it is written', () => {
  expect(blocksOf('nowhere')).toEqual([{ network: 'nowhere', times: 1 }])
})
