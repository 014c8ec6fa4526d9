import { rows, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { batched, QueueFull } from '../../src/kernel/jobs/batched.ts'
import {
  balances,
  hold,
  post,
  postBatch,
  type Outcome,
  type Posting,
} from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { deposit, lost, newMember, toVenue, withdrawal, won } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app', maxConnections: 16 })
afterAll(() => assertBooksHold(db))

const times = <T>(n: number, make: (at: number) => T) =>
  Array.from({ length: n }, (_, at) => make(at))
const kinds = (outcomes: Outcome[]) => outcomes.map(each => each.kind)

describe('postBatch', () => {
  test('writes exactly what single postings would have written', async () => {
    const [one, many] = [newMember(), newMember()]
    const script = (member: bigint): Posting[] => [
      deposit(member, 1_000n, { key: 'a' }),
      toVenue(member, 3, 400n, { key: 'b' }),
      won(member, 3, 77n, { key: 'c' }),
      lost(member, 3, 9n, { key: 'd' }),
      toVenue(member, 4, 1n, { key: 'e' }),
      deposit(member, 5n, { key: 'f' }),
    ]
    for (const posting of script(one)) await post(db, posting)
    expect(kinds(await postBatch(db, script(many)))).toEqual(times(6, () => 'done'))
    const lines = (member: bigint) =>
      rows(
        db,
        sql`
      select t.idempotency_key, t.code, t.phase, t.request_hash, e.line_no, e.account_code, e.venue_id, e.layer, e.amount, e.balance_after, e.account_version
      from ledger.entry e join ledger.transaction t using (member_id, transaction_id) where e.member_id = ${member} order by 1, e.line_no`,
      )
    expect(await lines(many)).toEqual(await lines(one))
    await assertBooksHold(db)
  })

  test('what is held cannot be spent in a batch', async () => {
    const member = newMember()
    await post(db, deposit(member, 1_000n))
    await hold(db, withdrawal(member, 700n))
    expect(await postBatch(db, [withdrawal(member, 301n), withdrawal(member, 300n)])).toMatchObject(
      [{ kind: 'insufficient', availableFen: 300n }, { kind: 'done' }],
    )
  })

  test('batch_poison_item: the one that cannot be paid is refused, every other one counts', async () => {
    const [poor, rich] = [newMember(), newMember()]
    await post(db, deposit(rich, 100n))
    const outcomes = await postBatch(db, [
      withdrawal(rich, 30n),
      withdrawal(poor, 1n),
      withdrawal(rich, 71n),
      withdrawal(rich, 70n),
      deposit(poor, 5n),
      withdrawal(poor, 5n),
    ])
    expect(kinds(outcomes)).toEqual([
      'done',
      'insufficient',
      'insufficient',
      'done',
      'done',
      'done',
    ])
    expect(outcomes[2]).toEqual({ kind: 'insufficient', availableFen: 70n })
    expect([(await balances(db, rich)).cashFen, (await balances(db, poor)).cashFen]).toEqual([
      0n,
      0n,
    ])
  })

  test("batch_whale_member: hundreds of one member's postings keep their order and every balance between", async () => {
    const whale = newMember()
    const postings = times(300, at =>
      at % 3 === 2 ? toVenue(whale, 1 + (at % 4), 150n) : deposit(whale, 100n),
    )
    expect(kinds(await postBatch(db, postings))).toEqual(times(300, () => 'done'))
    const { cashFen, venues } = await balances(db, whale)
    expect([cashFen, venues.reduce((sum, each) => sum + each.postedFen, 0n)]).toEqual([
      5_000n,
      15_000n,
    ])
    await assertBooksHold(db)
  })

  test('replays, conflicts and twins inside a batch each get their own answer', async () => {
    const member = newMember()
    const before = await post(db, deposit(member, 10n, { key: 'before' }))
    const outcomes = await postBatch(db, [
      deposit(member, 10n, { key: 'before' }),
      deposit(member, 11n, { key: 'before' }),
      deposit(member, 7n, { key: 'twin' }),
      deposit(member, 7n, { key: 'twin' }),
      deposit(member, 8n, { key: 'twin' }),
    ])
    expect(outcomes[0]).toEqual({ ...before, replayed: true })
    expect(outcomes[3]).toEqual({ ...outcomes[2], replayed: true })
    expect(kinds(outcomes)).toEqual(['done', 'key_conflict', 'done', 'done', 'key_conflict'])
    expect((await balances(db, member)).cashFen).toBe(17n)
  })

  test('overlapping batches from many connections neither deadlock nor lose anything', async () => {
    const members = times(10, newMember)
    await postBatch(
      db,
      members.map(member => deposit(member, 100_000n)),
    )
    const batch = (seed: number) =>
      times(30, at => toVenue(members[(at * 7 + seed * 3) % 10]!, 1 + ((at + seed) % 3), 5n))
    const outcomes = (
      await Promise.all(times(20, at => postBatch(db, at % 2 ? batch(at) : batch(at).toReversed())))
    ).flat()
    expect(kinds(outcomes)).toEqual(times(600, () => 'done'))
    const after = await Promise.all(members.map(member => balances(db, member)))
    expect(after.reduce((sum, each) => sum + each.cashFen, 0n)).toBe(1_000_000n - 3_000n)
  })

  test('nothing is nothing, a thousand is a batch, and one more is refused', async () => {
    expect(await postBatch(db, [])).toEqual([])
    await expect(
      postBatch(
        db,
        times(1_001, () => deposit(1n, 1n)),
      ),
    ).rejects.toThrow('at most 1000')
    const full = times(1_000, at => deposit(newMember(), 1n, { key: `full:${at}` }))
    expect(new Set(kinds(await postBatch(db, full)))).toEqual(new Set(['done']))
  })
})

describe('postings that are collected', () => {
  const collected = (limits: { lanes?: number; mostPerBatch?: number; mostWaiting?: number }) =>
    batched({
      write: (batch: Posting[]) => postBatch(db, batch),
      ownerOf: posting => posting.memberId,
      mostPerBatch: 256,
      mostWaiting: 10_000,
      ...limits,
    })

  test('every posting gets its own outcome, whatever it was collected with', async () => {
    const one = collected({ lanes: 3, mostPerBatch: 16 })
    const members = times(9, newMember)
    await Promise.all(members.map(member => one(deposit(member, 50n))))
    const outcomes = await Promise.all(times(180, at => one(withdrawal(members[at % 9]!, 10n))))
    expect(outcomes.filter(each => each.kind === 'done')).toHaveLength(45)
    expect(outcomes.filter(each => each.kind === 'insufficient')).toHaveLength(135)
  })

  test('one that PostgreSQL refuses fails alone', async () => {
    const one = collected({})
    const member = newMember()
    const bad = deposit(member, 1n, { source: { type: 'Not A Name', id: 'x' } })
    const ended = await Promise.allSettled([
      one(deposit(member, 5n)),
      one(bad),
      one(deposit(member, 6n)),
    ])
    expect(ended.map(each => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await balances(db, member)).cashFen).toBe(11n)
  })

  test('more than may wait is refused at once, and what was taken is still written', async () => {
    const one = collected({ mostWaiting: 20 })
    const member = newMember()
    const ended = await Promise.allSettled(times(50, () => one(deposit(member, 1n))))
    expect(ended.filter(each => each.status === 'fulfilled')).toHaveLength(20)
    expect(
      ended.filter(each => each.status === 'rejected' && each.reason instanceof QueueFull),
    ).toHaveLength(30)
    expect((await balances(db, member)).cashFen).toBe(20n)
  })

  test('a flood of one name keeps no other out, and batches take from all in turn', async () => {
    const batches: string[][] = []
    const gate = Promise.withResolvers<undefined>()
    const one = batched({
      write: async (batch: string[]) => {
        batches.push(batch)
        await gate.promise
        return batch
      },
      ownerOf: () => 0n,
      shareOf: item => item.slice(0, 1),
      mostPerBatch: 4,
      mostWaiting: 6,
    })
    const all = ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b0', 'b1']
    const asked = Promise.allSettled(all.map(one))
    gate.resolve(undefined)
    const ended = await asked
    expect(ended.flatMap((each, n) => (each.status === 'rejected' ? [all[n]] : []))).toEqual(['a6'])
    expect(batches).toEqual([
      ['a0', 'b0', 'a1', 'b1'],
      ['a2', 'a3', 'a4', 'a5'],
    ])
    expect(await Promise.all(['a7', 'a8'].map(one))).toEqual(['a7', 'a8'])
  })
})
