// A connection that was lost without a word, as behind a partition: the statement under way ends by
// this side's own limit, and the next one takes another connection.
import { connect, rows, theRow, transaction, sql, Unavailable } from '@tianping/database'
import { createServer, connect as connectTo, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'

const { url } = await freshDatabase('server')
const target = new URL(url)

/** Between client and database; what it swallows, nobody hears of. */
const sockets: [Socket, Socket][] = []
const proxy = createServer(near => {
  const far = connectTo(Number(target.port), target.hostname)
  sockets.push([near, far])
  near.pipe(far).pipe(near)
  for (const socket of [near, far]) socket.on('error', () => {})
})
await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
const swallow = () => {
  for (const [near, far] of sockets.splice(0)) {
    near.unpipe(far)
    far.unpipe(near)
    near.resume()
    far.resume()
  }
}
const there = Object.assign(new URL(url), {
  hostname: '127.0.0.1',
  port: String((proxy.address() as { port: number }).port),
})
/** Long enough for a machine that is busy with other things. */
const LIMIT_MS = 1_000
const db = connect(there.href, { maxConnections: 1, statementTimeoutMs: LIMIT_MS })
afterAll(async () => {
  await db.destroy()
  proxy.close()
})

const one = sql<{ n: number }>`select 1 as n`

test('a statement ends by itself, and the one after it is answered', async () => {
  expect(await theRow(db, one)).toEqual({ n: 1 })
  swallow()
  await expect(theRow(db, one)).rejects.toThrow(Unavailable)
  expect(await theRow(db, one)).toEqual({ n: 1 })
})

test('a transaction ends by itself, and its connection is used by nobody else', async () => {
  const begun = transaction(db, async tx => {
    await theRow(tx, one)
    swallow()
    await theRow(tx, one)
  })
  await expect(begun).rejects.toThrow(Unavailable)
  expect(await transaction(db, tx => theRow(tx, one))).toEqual({ n: 1 })
})

test('a statement with a time of its own may take longer than the others', async () => {
  const slow = sql`select pg_sleep(${(1.5 * LIMIT_MS) / 1_000}::float8)`
  await expect(transaction(db, tx => theRow(tx, slow))).rejects.toMatchObject({ code: '57014' })
  await transaction(db, tx => theRow(tx, slow), { longestMs: 20_000 })
})

test('a full disk is a database that is away, not a mistake', async () => {
  const full = sql`do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`
  await expect(rows(db, full)).rejects.toThrow(Unavailable)
})
