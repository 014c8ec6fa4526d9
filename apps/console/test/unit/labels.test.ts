import { payMethods } from '@tianping/contract'
import { expect, test } from 'vitest'
import { actorLabel, depositMethods, methodLabel, subjectOf } from '../../src/parts/labels.ts'
import { orderState } from '../../src/parts/states.ts'

test('every method of the contract can be filtered by, and has a Chinese name', () => {
  expect(depositMethods).toEqual([...payMethods])
  for (const method of payMethods)
    expect(method === 'usdt' || methodLabel(method) !== method, method).toBe(true)
  expect(new Set(payMethods.map(methodLabel)).size).toBe(payMethods.length)
})

test('an order nobody has paid yet does not look like one that waits for an operator', () => {
  expect(orderState(1, 'person').text).toBe('待审核')
  expect(orderState(1, 'provider').text).toBe('待付款')
  expect(orderState(2, '').text).toBe('已通过')
  expect(orderState(9).text).toBe('状态 9')
})

test('a typed number finds its rows in the audit log', () => {
  expect(subjectOf('100001')).toBe('member:100001')
  expect(subjectOf('d261120abc')).toBe('deposit:D261120ABC')
  expect(subjectOf('W261120ABC')).toBe('withdrawal:W261120ABC')
  expect(subjectOf('operator:admin')).toBe('operator:admin')
  expect(subjectOf('')).toBe('')
})

test('who moved money is named by kind', () => {
  expect(
    ['member:100001', 'operator:3', 'provider:sandbox', 'system:job', 'other'].map(actorLabel),
  ).toEqual(['会员', '操作员 3', '通道 sandbox', '系统', 'other'])
})
