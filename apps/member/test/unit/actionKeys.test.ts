import './browser.ts'
import { beforeEach, expect, test } from 'vitest'
import { forgetAction, keyForAction, settleAction } from '../../src/app/actionKeys.ts'
import { beginSession, endSession } from '../../src/app/session.ts'

const sent = { sourcetype: 'userbalance', targettype: 'ag', amount: '60' }
beforeEach(() => {
  endSession()
  beginSession('now')
})

test('sending the same again while the outcome is unknown is the same action', () => {
  expect(keyForAction('POST /api/transfer', sent)).toBe(
    keyForAction('POST /api/transfer', { ...sent }),
  )
})

test('after an answer the same is a new action', () => {
  const first = keyForAction('POST /api/transfer', sent)
  settleAction('POST /api/transfer', sent)
  expect(keyForAction('POST /api/transfer', sent)).not.toBe(first)
})

test('an action that is over is forgotten by its key, and no other', () => {
  const first = keyForAction('POST /api/transfer', sent)
  const other = keyForAction('POST /api/transfer', { ...sent, amount: '61' })
  forgetAction(first)
  expect(keyForAction('POST /api/transfer', sent)).not.toBe(first)
  expect(keyForAction('POST /api/transfer', { ...sent, amount: '61' })).toBe(other)
})

test('another amount or another call is another action, and does not close the first', () => {
  const first = keyForAction('POST /api/transfer', sent)
  expect(keyForAction('POST /api/transfer', { ...sent, amount: '61' })).not.toBe(first)
  expect(keyForAction('POST /api/withdraw', sent)).not.toBe(first)
  expect(keyForAction('POST /api/transfer', sent)).toBe(first)
})

test('an open action is forgotten after ten minutes, and with the session', () => {
  const now = Date.now()
  const first = keyForAction('POST /api/transfer', sent, now)
  expect(keyForAction('POST /api/transfer', sent, now + 9 * 60_000)).toBe(first)
  expect(keyForAction('POST /api/transfer', sent, now + 11 * 60_000)).not.toBe(first)
  const second = keyForAction('POST /api/transfer', sent, now + 11 * 60_000)
  endSession()
  expect(keyForAction('POST /api/transfer', sent, now + 11 * 60_000)).not.toBe(second)
})

test('another code of the second factor is the same action', () => {
  const factor = (code: string) => ({ ...sent, factor: { kind: 'totp', code, ticket: '' } })
  const first = keyForAction('POST /api/withdraw', factor('111111'))
  expect(keyForAction('POST /api/withdraw', factor('222222'))).toBe(first)
  settleAction('POST /api/withdraw', factor('222222'))
  expect(keyForAction('POST /api/withdraw', factor('111111'))).not.toBe(first)
})
