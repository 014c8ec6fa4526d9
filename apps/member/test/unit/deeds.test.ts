import './browser.ts'
import { beforeEach, expect, test } from 'vitest'
import { keyForDeed, settleDeed } from '../../src/app/deeds.ts'
import { beginSession, endSession } from '../../src/app/session.ts'

const sent = { sourcetype: 'userbalance', targettype: 'ag', amount: '60' }
beforeEach(() => {
  endSession()
  beginSession('now')
})

test('sending the same again while the outcome is unknown is the same deed', () => {
  expect(keyForDeed('POST /api/transfer', sent)).toBe(keyForDeed('POST /api/transfer', { ...sent }))
})

test('after an answer the same is a new deed', () => {
  const first = keyForDeed('POST /api/transfer', sent)
  settleDeed('POST /api/transfer', sent)
  expect(keyForDeed('POST /api/transfer', sent)).not.toBe(first)
})

test('another amount or another call is another deed, and does not close the first', () => {
  const first = keyForDeed('POST /api/transfer', sent)
  expect(keyForDeed('POST /api/transfer', { ...sent, amount: '61' })).not.toBe(first)
  expect(keyForDeed('POST /api/withdraw', sent)).not.toBe(first)
  expect(keyForDeed('POST /api/transfer', sent)).toBe(first)
})

test('an open deed is forgotten after ten minutes, and with the session', () => {
  const now = Date.now()
  const first = keyForDeed('POST /api/transfer', sent, now)
  expect(keyForDeed('POST /api/transfer', sent, now + 9 * 60_000)).toBe(first)
  expect(keyForDeed('POST /api/transfer', sent, now + 11 * 60_000)).not.toBe(first)
  const second = keyForDeed('POST /api/transfer', sent, now + 11 * 60_000)
  endSession()
  expect(keyForDeed('POST /api/transfer', sent, now + 11 * 60_000)).not.toBe(second)
})
