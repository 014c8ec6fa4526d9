import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  balances,
  hold,
  lockMember,
  post,
  release,
  settle,
  type Posting,
} from '../../src/ledger/ledger.ts'
import { rows, sql, transaction } from '@tianping/database'
import { assertBooksHold } from '../support/books.ts'
import {
  cash,
  deposit,
  fromVenue,
  newMember,
  system,
  toVenue,
  venue,
  withdrawal,
  won,
} from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app', maxConnections: 8 })
afterAll(() => assertBooksHold(db))

const done = { kind: 'done', transactionId: expect.any(String), replayed: false }

describe('post', () => {
  test('a deposit to a member the ledger has never seen makes the account', async () => {
    const member = newMember()
    expect(await post(db, deposit(member, 12_345n))).toEqual(done)
    expect(await balances(db, member)).toEqual({
      cashFen: 12_345n,
      cashAvailableFen: 12_345n,
      venues: [],
    })
  })

  test('what is not there is refused, with what is available, and nothing changes', async () => {
    const member = newMember()
    await post(db, deposit(member, 500n))
    expect(await post(db, withdrawal(member, 501n))).toEqual({
      kind: 'insufficient',
      availableFen: 500n,
    })
    expect(await post(db, fromVenue(member, 3, 1n))).toEqual({
      kind: 'insufficient',
      availableFen: 0n,
    })
    expect((await balances(db, member)).cashFen).toBe(500n)
  })

  test('a replay answers the first outcome, though the balance would no longer do', async () => {
    const member = newMember()
    await post(db, deposit(member, 500n))
    const first = await post(db, withdrawal(member, 400n, { key: 'w' }))
    expect(await post(db, withdrawal(member, 400n, { key: 'w' }))).toEqual({
      ...first,
      replayed: true,
    })
    expect((await balances(db, member)).cashFen).toBe(100n)
  })

  test('who asks and when does not make another request: the callback and the operator credit one deposit once', async () => {
    const member = newMember()
    const first = await post(db, deposit(member, 500n, { key: 'deposit:1' }))
    const again = {
      ...deposit(member, 500n, { key: 'deposit:1' }),
      actor: { type: 'operator', id: '7' } as const,
      effectiveAt: new Date(0),
    }
    expect(await post(db, again)).toEqual({ ...first, replayed: true })
  })

  const other: Record<string, (member: bigint) => Posting> = {
    'another amount': member => deposit(member, 501n, { key: 'k' }),
    'other accounts': member => toVenue(member, 3, 500n, { key: 'k' }),
    'another source': member =>
      deposit(member, 500n, { key: 'k', source: { type: 'test', id: 'other' } }),
  }
  test.each(Object.entries(other))(
    'same_key_different_request: %s is a conflict',
    async (_, asked) => {
      const member = newMember()
      await post(db, deposit(member, 500n, { key: 'k' }))
      expect(await post(db, asked(member))).toEqual({ kind: 'key_conflict' })
      expect((await balances(db, member)).cashFen).toBe(500n)
    },
  )

  test("keys are a member's own", async () => {
    const [a, b] = [newMember(), newMember()]
    expect(await post(db, deposit(a, 5n, { key: 'same' }))).toEqual(done)
    expect(await post(db, deposit(b, 7n, { key: 'same' }))).toEqual(done)
  })

  test('a posting rolls back with the transaction of its caller', async () => {
    const member = newMember()
    await expect(
      transaction(db, async tx => {
        await post(tx, deposit(member, 500n))
        throw new Error('the order could not be written')
      }),
    ).rejects.toThrow('the order')
    expect((await balances(db, member)).cashFen).toBe(0n)
  })

  test('requests that no caller may make throw and write nothing', async () => {
    const member = newMember()
    const bad: Partial<Posting>[] = [
      { amountFen: 0n },
      { amountFen: -1n },
      { amountFen: 1_000_000_000_001n },
      { key: '' },
      { key: 'x'.repeat(201) },
      { memberId: 0n },
      { to: { name: 'depositClearing' } },
      { to: { name: 'memberVenue' } },
      { to: { name: 'memberCash', venueId: 1 } },
      { to: venue(0) },
      { to: venue(40_000) },
    ]
    for (const change of bad)
      await expect(post(db, { ...deposit(member, 5n), ...change })).rejects.toThrow()
    expect((await balances(db, member)).cashFen).toBe(0n)
  })

  test('several operations of one member in one transaction never deadlock with others', async () => {
    const member = newMember()
    await post(db, deposit(member, 100_000n))
    await post(db, toVenue(member, 5, 50_000n))
    const recycle = () =>
      transaction(db, async tx => {
        await post(tx, won(member, 5, 10n))
        await post(tx, fromVenue(member, 5, 10n))
      })
    const play = () =>
      transaction(db, async tx => {
        await lockMember(tx, member)
        await post(tx, toVenue(member, 5, 10n))
        await post(tx, won(member, 5, 1n))
      })
    await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? recycle() : play())))
    expect((await balances(db, member)).venues).toEqual([
      { venueId: 5, postedFen: 50_220n, availableFen: 50_220n },
    ])
  })
})

describe('hold', () => {
  const member = newMember
  async function held(amountFen: bigint) {
    const memberId = member()
    await post(db, deposit(memberId, 1_000n))
    expect(await hold(db, toVenue(memberId, 3, amountFen, { key: 'h' }))).toEqual(done)
    const resolve = { memberId, holdKey: 'h', actor: system }
    return { memberId, resolve }
  }

  test('reserves without posting, and what is reserved cannot be spent', async () => {
    const { memberId } = await held(700n)
    expect(await balances(db, memberId)).toEqual({
      cashFen: 1_000n,
      cashAvailableFen: 300n,
      venues: [{ venueId: 3, postedFen: 0n, availableFen: 0n }],
    })
    expect(await post(db, withdrawal(memberId, 301n))).toEqual({
      kind: 'insufficient',
      availableFen: 300n,
    })
    expect(await hold(db, withdrawal(memberId, 301n))).toEqual({
      kind: 'insufficient',
      availableFen: 300n,
    })
  })

  test('settled whole: posted once, replayed as often as asked', async () => {
    const { memberId, resolve } = await held(700n)
    const first = await settle(db, { ...resolve, key: 's' })
    expect(first).toEqual(done)
    expect(await settle(db, { ...resolve, key: 's' })).toEqual({ ...first, replayed: true })
    expect(await balances(db, memberId)).toEqual({
      cashFen: 300n,
      cashAvailableFen: 300n,
      venues: [{ venueId: 3, postedFen: 700n, availableFen: 700n }],
    })
  })

  test('settled in part: the rest is released', async () => {
    const { memberId, resolve } = await held(700n)
    await settle(db, { ...resolve, key: 's', amountFen: 250n })
    expect(await balances(db, memberId)).toEqual({
      cashFen: 750n,
      cashAvailableFen: 750n,
      venues: [{ venueId: 3, postedFen: 250n, availableFen: 250n }],
    })
    expect(await settle(db, { ...resolve, key: 's', amountFen: 251n })).toEqual({
      kind: 'key_conflict',
    })
  })

  test('never settled for more than was held', async () => {
    const { memberId, resolve } = await held(700n)
    await expect(settle(db, { ...resolve, key: 's', amountFen: 701n })).rejects.toThrow(
      'cannot be settled',
    )
    for (const amountFen of [0n, -1n])
      await expect(settle(db, { ...resolve, key: 's', amountFen })).rejects.toThrow('is no amount')
    expect((await balances(db, memberId)).cashAvailableFen).toBe(300n)
  })

  test('what is on its way into a wallet and out of it stands in one line of entries', async () => {
    const { memberId } = await held(700n)
    await post(db, won(memberId, 4, 90n))
    expect(await hold(db, fromVenue(memberId, 4, 40n))).toEqual(done)
    expect(await hold(db, withdrawal(memberId, 100n))).toEqual(done)
    const pending = await rows<{ after: bigint }>(
      db,
      sql`select balance_after as after from ledger.entry where member_id = ${memberId} and account_code = 100 and layer = 'pending' order by account_version`,
    )
    expect(pending.map(({ after }) => after)).toEqual([-700n, -660n, -760n])
    await assertBooksHold(db)
  })

  test('a hold ends under a key as long as that of a posting', async () => {
    const { memberId, resolve } = await held(700n)
    for (const end of [settle, release])
      for (const key of ['', 'k'.repeat(201)])
        await expect(end(db, { ...resolve, key })).rejects.toThrow(
          'an idempotency key has 1 to 200',
        )
    expect((await balances(db, memberId)).cashAvailableFen).toBe(300n)
  })

  test('released: everything is as before', async () => {
    const { memberId, resolve } = await held(700n)
    const first = await release(db, { ...resolve, key: 'r' })
    expect(await release(db, { ...resolve, key: 'r' })).toEqual({ ...first, replayed: true })
    expect(await balances(db, memberId)).toMatchObject({
      cashFen: 1_000n,
      cashAvailableFen: 1_000n,
    })
  })

  test('hold_resolved_twice: the second answers how the first ended, whichever they were', async () => {
    const settled = await held(700n)
    await settle(db, { ...settled.resolve, key: 's' })
    expect(await release(db, { ...settled.resolve, key: 'r' })).toEqual({
      kind: 'already_resolved',
      as: 'post',
    })
    expect(await settle(db, { ...settled.resolve, key: 's2' })).toEqual({
      kind: 'already_resolved',
      as: 'post',
    })
    const released = await held(700n)
    await release(db, { ...released.resolve, key: 'r' })
    expect(await settle(db, { ...released.resolve, key: 's' })).toEqual({
      kind: 'already_resolved',
      as: 'void',
    })
  })

  test('hold_resolved_twice: of a settlement and a release at the same moment exactly one counts', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { memberId, resolve } = await held(700n)
      const both = await Promise.all([
        settle(db, { ...resolve, key: 's' }),
        release(db, { ...resolve, key: 'r' }),
      ])
      expect(both.map(each => each.kind).toSorted()).toEqual(['already_resolved', 'done'])
      expect((await balances(db, memberId)).cashFen).toBe(both[0].kind === 'done' ? 300n : 1_000n)
    }
  })

  test('what was never held, or not as a hold, is unknown', async () => {
    const { memberId, resolve } = await held(700n)
    await post(db, deposit(memberId, 5n, { key: 'plain' }))
    expect(await settle(db, { ...resolve, holdKey: 'nothing', key: 's' })).toEqual({
      kind: 'unknown_hold',
    })
    expect(await release(db, { ...resolve, holdKey: 'plain', key: 's' })).toEqual({
      kind: 'unknown_hold',
    })
    expect(await settle(db, { ...resolve, memberId: member(), key: 's' })).toEqual({
      kind: 'unknown_hold',
    })
  })

  test('a hold from a house account announces, and credits only when settled', async () => {
    const memberId = member()
    expect(await hold(db, { ...deposit(memberId, 900n, { key: 'h' }), to: cash })).toEqual(done)
    expect(await balances(db, memberId)).toMatchObject({ cashFen: 0n, cashAvailableFen: 0n })
    await settle(db, { memberId, holdKey: 'h', key: 's', actor: system })
    expect(await balances(db, memberId)).toMatchObject({ cashFen: 900n, cashAvailableFen: 900n })
  })
})
