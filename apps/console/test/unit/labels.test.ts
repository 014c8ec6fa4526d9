import { payMethods } from '@tianping/contract'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  actionLabel,
  actorLabel,
  depositMethods,
  methodLabel,
  subjectOf,
} from '../../src/parts/labels.ts'
import { dutyState } from '../../src/pages/duties/duty.ts'
import { subjectShown } from '../../src/parts/audit/subjects.ts'
import { adjustmentStates, decidedState, orderState } from '../../src/parts/states.ts'

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

test('what its proposer ended was taken back; what another one ended was rejected', () => {
  const how = (state: number, decided_by: string) =>
    decidedState(adjustmentStates, { state, proposed_by: 'anna', decided_by }).text
  expect([how(3, 'anna'), how(3, 'bert')]).toEqual(['已撤回', '已拒绝'])
  expect([how(1, ''), how(2, 'bert')]).toEqual(['待审批', '已入账'])
  expect(decidedState(adjustmentStates, { state: 3 }).text).toBe('已拒绝')
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

const server = join(import.meta.dirname, '../../../server/src')
const lines = () =>
  globSync('**/*.ts', { cwd: server })
    .filter(file => !file.endsWith('.sql.ts'))
    .flatMap(file => readFileSync(join(server, file), 'utf8').split('\n'))

test('every action that the server writes into the audit log has words', () => {
  const naming = lines().filter(line => /\baction\b.*[:=].*'[a-z_]+\.[a-z_.]+'/.test(line))
  const actions = new Set(
    naming.flatMap(line => [...line.matchAll(/'([a-z_]+\.[a-z_.]+)'/g)].map(([, name]) => name!)),
  )
  expect(actions.size).toBeGreaterThan(200)
  expect([...actions].filter(action => actionLabel(action) === action)).toEqual([])
})

test('what an entry of the audit log is about has words, and opens where there is a page', () => {
  const kinds = new Set(
    lines().flatMap(line =>
      [...line.matchAll(/subject(?:Of)?\b.*`([a-z_]+):\$\{/g)].map(([, kind]) => kind!),
    ),
  )
  expect(kinds.size).toBeGreaterThan(40)
  expect([...kinds].filter(kind => subjectShown(`${kind}:7`).text === `${kind}:7`)).toEqual([])
  expect(subjectShown('incident:102')).toEqual({
    text: '事件 102',
    to: '#/compliance/incidents/102',
  })
  expect(subjectShown('campaign:C5')).toEqual({ text: '投放 C5', to: '#/campaigns/5' })
  expect(subjectShown('lookup:realname:577bdc1d')).toEqual({ text: '个人信息查询', to: '' })
  expect(subjectShown('something:else')).toEqual({ text: 'something:else', to: '' })
})

test('a duty that was never recorded is not called valid', () => {
  expect(dutyState({ duty_state: 'done', done_on: '' }).text).toBe('未到期')
  expect(dutyState({ duty_state: 'done', done_on: '2026-11-01' }).text).toBe('有效')
  expect(dutyState({ duty_state: 'overdue', done_on: '' }).text).toBe('已逾期')
})
