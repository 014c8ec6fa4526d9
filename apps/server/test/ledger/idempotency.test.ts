import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { forgetExpired, once } from '../../src/ledger/idempotency.ts'
import { balances, post } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { deposit, newMember } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app', maxConnections: 32 })
afterAll(() => assertBooksHold(db))

class Refusal extends Error {}
const refusal = (error: unknown) => (error instanceof Refusal ? { code: 400, message: error.message } : undefined)
const asked = (memberId: bigint, more: object = {}) => ({ memberId, key: 'tap', endpoint: 'POST /api/withdraw', requestHash: 'a', ttlMs: 60_000, ...more })

describe('once', () => {
  test('the work is done once; a retry answers what the first answered', async () => {
    const m = newMember()
    const work = async () => ({ code: 200, message: '成功', data: { list: [1, { b: null }] } })
    const first = await once(db, asked(m), work)
    expect(first).toEqual({ kind: 'done', replayed: false, response: await work() })
    expect(await once(db, asked(m), async () => { throw new Error('not again') })).toEqual({ ...first, replayed: true })
  })

  test('32 at once wait for the first, and its money moves once', async () => {
    const m = newMember()
    let runs = 0
    const answers = await Promise.all(Array.from({ length: 32 }, () => once(db, asked(m), async tx => {
      runs += 1
      await post(tx, deposit(m, 10n))
      return { code: 200, run: runs }
    })))
    expect(runs).toBe(1)
    expect(answers.filter(each => each.kind === 'done' && !each.replayed)).toHaveLength(1)
    expect(new Set(answers.map(each => each.kind === 'done' && each.response.run))).toEqual(new Set([1]))
    expect((await balances(db, m)).cashFen).toBe(10n)
  })

  test('another request under the key is a conflict, whether its payload or its endpoint differs', async () => {
    const m = newMember()
    await once(db, asked(m), async () => ({ code: 200 }))
    expect(await once(db, asked(m, { requestHash: 'b' }), async () => ({ code: 200 }))).toEqual({ kind: 'conflict' })
    expect(await once(db, asked(m, { endpoint: 'POST /api/transfer' }), async () => ({ code: 200 }))).toEqual({ kind: 'conflict' })
    expect(await once(db, asked(newMember(), { requestHash: 'b' }), async () => ({ code: 200 }))).toMatchObject({ kind: 'done' })
  })

  test('refused_then_retried: a refusal is kept, and its half-done work is undone', async () => {
    const m = newMember()
    const refuse = () => once(db, asked(m), async tx => {
      await post(tx, deposit(m, 10n))
      throw new Refusal('余额不足')
    }, refusal)
    expect(await refuse()).toEqual({ kind: 'done', replayed: false, response: { code: 400, message: '余额不足' } })
    expect((await balances(db, m)).cashFen).toBe(0n)
    const retried = await once<object>(db, asked(m), async () => ({ code: 200 }), refusal)
    expect(retried).toEqual({ kind: 'done', replayed: true, response: { code: 400, message: '余额不足' } })
  })

  test('after an error nothing is kept, so the retry does the work', async () => {
    const m = newMember()
    await expect(once(db, asked(m), async tx => {
      await post(tx, deposit(m, 10n))
      throw new Error('the disk is on fire')
    }, () => undefined)).rejects.toThrow('on fire')
    expect(await once(db, asked(m), async () => ({ code: 200 }))).toMatchObject({ replayed: false })
    expect((await balances(db, m)).cashFen).toBe(0n)
  })

  test('an answer expires: the key may be used again, and old ones are forgotten in bounded steps', async () => {
    const m = newMember()
    for (const key of ['a', 'b', 'c']) await once(db, asked(m, { key, ttlMs: -1 }), async () => ({ code: 200, run: 1 }))
    expect(await once(db, asked(m, { key: 'a', requestHash: 'other' }), async () => ({ code: 200, run: 2 }))).toMatchObject({ replayed: false, response: { run: 2 } })
    expect([await forgetExpired(db, 1), await forgetExpired(db), await forgetExpired(db)]).toEqual([1n, 1n, 0n])
    expect(await once(db, asked(m, { key: 'a', requestHash: 'other' }), async () => ({ code: 200, run: 3 }))).toMatchObject({ replayed: true, response: { run: 2 } })
  })
})
