import { row, rows, sql, theRow, transaction } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { delayMs, drain, enqueue, MAX_ATTEMPTS, type OutboxItem } from '../../src/ledger/outbox.ts'
import { outboxByTopic } from '../../src/ledger/measures.sql.ts'
import { examine } from '../../src/ledger/reconcile.ts'
import { newMember } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app', maxConnections: 16 })
const owner = open()
/** Lets time pass for the items of a topic. */
const makeDue = (topic: string) =>
  row(
    owner,
    sql`update ledger.outbox set next_attempt_at = now() - interval '1 second' where topic = ${topic}`,
  )

describe('outbox', () => {
  test('is written with its posting or not at all, and delivered once when all goes well', async () => {
    const m = newMember()
    await transaction(db, tx =>
      enqueue(tx, { memberId: m, topic: 'plain', payload: { amount: '5' } }),
    )
    await expect(
      transaction(db, async tx => {
        await enqueue(tx, { memberId: m, topic: 'plain', payload: 'never' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow()
    const seen: OutboxItem[] = []
    expect(await drain(db, 'plain', async item => void seen.push(item))).toEqual({
      done: 1,
      failed: 0,
    })
    expect(seen).toMatchObject([
      { memberId: m, topic: 'plain', payload: { amount: '5' }, attempts: 1 },
    ])
    expect(await drain(db, 'plain', async () => {})).toEqual({ done: 0, failed: 0 })
    // What is done is gone, and not only leased.
    expect(await rows(db, sql`select 1 from ledger.outbox where topic = 'plain'`)).toEqual([])
  })

  test('one call takes fifty items, and each is its own for a minute', async () => {
    const m = newMember()
    for (let at = 0; at < 51; at += 1)
      await enqueue(db, { memberId: m, topic: 'many', payload: at })
    const leased = sql<{ n: number }>`
      select count(*)::int as n from ledger.outbox where topic = 'many' and next_attempt_at > clock_timestamp() + interval '10 s'
        and next_attempt_at <= clock_timestamp() + interval '60 s'`
    const seen: number[] = []
    const ended = await drain(db, 'many', async () => {
      seen.push((await theRow(db, leased)).n)
    })
    expect(ended).toEqual({ done: 50, failed: 0 })
    expect(seen[0]).toBe(50)
  })

  test('several drainers share the work, each item goes to one', async () => {
    const m = newMember()
    for (let at = 0; at < 60; at += 1)
      await enqueue(db, { memberId: m, topic: 'shared', payload: at })
    const seen: unknown[] = []
    const ended = await Promise.all(
      Array.from({ length: 6 }, () =>
        drain(db, 'shared', async item => void seen.push(item.payload), 20),
      ),
    )
    const rest = await drain(db, 'shared', async item => void seen.push(item.payload), 100)
    expect(ended.reduce((sum, each) => sum + each.done, rest.done)).toBe(60)
    expect(new Set(seen).size).toBe(60)
    expect(seen).toHaveLength(60)
  })

  test('a failure is tried again later, with its number and its reason', async () => {
    await enqueue(db, { memberId: newMember(), topic: 'failing', payload: null })
    const fail = async () => {
      throw new Error('no answer')
    }
    const { before } = await theRow<{ before: Date }>(
      owner,
      sql`select clock_timestamp() as before`,
    )
    expect(await drain(db, 'failing', fail)).toEqual({ done: 0, failed: 1 })
    expect(
      await theRow(
        owner,
        sql`select next_attempt_at >= ${before}::timestamptz + interval '0.5 second' as later,
          next_attempt_at <= clock_timestamp() + interval '1 second' as soon from ledger.outbox where topic = 'failing'`,
      ),
    ).toEqual({ later: true, soon: true })
    // Half a second may be over by now on a slow machine; an hour is not.
    await row(
      owner,
      sql`update ledger.outbox set next_attempt_at = now() + interval '1 hour' where topic = 'failing'`,
    )
    expect(await drain(db, 'failing', fail)).toEqual({ done: 0, failed: 0 })
    await makeDue('failing')
    expect(await drain(db, 'failing', async item => expect(item.attempts).toBe(2))).toEqual({
      done: 1,
      failed: 0,
    })
  })

  test('delays grow, are spread, and end at ten minutes', () => {
    expect([1, 2, 3, 10, 30].map(attempts => delayMs(attempts, 1))).toEqual([
      1_000, 2_000, 4_000, 512_000, 600_000,
    ])
    expect(delayMs(3, 0)).toBe(2_000)
    expect(MAX_ATTEMPTS).toBe(24)
  })

  test('what never succeeds waits for a person, and reconciliation shows it', async () => {
    await enqueue(db, { memberId: newMember(), topic: 'hopeless', payload: null })
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await makeDue('hopeless')
      await drain(db, 'hopeless', async () => {
        throw new Error('broken for good')
      })
    }
    expect(
      await rows(
        db,
        sql`select attempts, next_attempt_at::text as at, last_error from ledger.outbox where topic = 'hopeless'`,
      ),
    ).toEqual([{ attempts: MAX_ATTEMPTS, at: 'infinity', lastError: 'Error: broken for good' }])
    const { booksHold, checks } = await examine(db)
    expect(booksHold).toBe(true)
    expect(checks.find(each => each.name === 'outbox')!.differences).toMatchObject([
      { found: `${MAX_ATTEMPTS} attempts: Error: broken for good` },
    ])
  })

  test('who was too slow and lost the item to another does not end it', async () => {
    await enqueue(db, { memberId: newMember(), topic: 'slow', payload: null })
    let second = { done: 0, failed: 0 }
    await drain(db, 'slow', async () => {
      await makeDue('slow')
      second = await drain(db, 'slow', async () => {
        throw new Error('not yet')
      })
    })
    expect(second).toEqual({ done: 0, failed: 1 })
    expect(await rows(db, sql`select attempts from ledger.outbox where topic = 'slow'`)).toEqual([
      { attempts: 2 },
    ])
  })

  test('what waits is counted by topic, apart from what was given up', async () => {
    const m = newMember()
    for (const topic of ['counted', 'counted', 'lost'])
      await enqueue(db, { memberId: m, topic, payload: null })
    await row(
      owner,
      sql`update ledger.outbox set next_attempt_at = 'infinity' where topic = 'lost'`,
    )
    const counted = new Map((await outboxByTopic(db)).map(each => [each.topic, each]))
    expect(counted.get('counted')).toMatchObject({ waiting: 2, givenUp: 0 })
    expect(counted.get('counted')?.oldestAt).toBeInstanceOf(Date)
    expect(counted.get('lost')).toMatchObject({ waiting: 0, givenUp: 1, oldestAt: null })
  })
})
