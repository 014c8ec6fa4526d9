import { rows, run, sql, transaction, Unavailable, type Tx } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { inChunks, nextSize } from '../../src/kernel/jobs/chunks.ts'

const { open } = await freshDatabase('server')
const db = open({ maxConnections: 8 })
await run(db, sql`create table work_item (id int primary key, done int not null default 0)`)

const lockOf = (id: number) => sql`select from work_item where id = ${id} for update nowait`
const doItem = (id: number) => sql`update work_item set done = done + 1 where id = ${id}`
const done = async () =>
  (await rows(db, sql<{ id: number }>`select id from work_item where done = 1 order by id`)).map(
    ({ id }) => id,
  )

beforeEach(async () => {
  await run(db, sql`truncate work_item`)
  await run(db, sql`insert into work_item (id) select generate_series(1, 200)`)
})

/** Somebody locks an item and keeps it until told to let go. */
async function keep(id: number): Promise<() => Promise<void>> {
  const kept = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const whole = transaction(db, async tx => {
    await run(tx, lockOf(id))
    kept.resolve()
    await told.promise
  })
  await kept.promise
  return () => {
    told.resolve()
    return whole
  }
}

test('a chunk that has to wait for a row gives back what it holds, so that nobody waits for it meanwhile, and is done once later', async () => {
  const letGo = await keep(2)
  let tries = 0
  const sizes: number[] = []
  await inChunks(db, {}, async (tx, size) => {
    if ((await done()).length > 0) return null
    sizes.push(size)
    if (++tries === 3) {
      await run(db, lockOf(1))
      await letGo()
    }
    await run(tx, doItem(1))
    await run(tx, doItem(2))
    return size
  })
  expect(await done()).toEqual([1, 2])
  // On a slow machine a try may be cut off that waited for nobody; it only begins again.
  expect(sizes).toEqual([100, 50, 25, ...sizes.slice(3).map(() => 20)])
})

test('a chunk that never gets through in time is done without the limit in the end', async () => {
  let tries = 0
  const lasted: number[] = []
  await inChunks(db, { lasted: ms => lasted.push(ms) }, async (tx, size) => {
    if ((await done()).length > 0) return null
    tries += 1
    await run(tx, doItem(1))
    await run(tx, sql`select pg_sleep(0.06)`)
    return size
  })
  expect(await done()).toEqual([1])
  expect(tries).toBe(25)
  expect(lasted.length, 'each try, not the look that finds nothing left').toBe(25)
})

test('chunks of a size that was asked for have no limit, and what fails for another reason fails', async () => {
  let tries = 0
  await inChunks(db, { size: 7 }, async (tx, size) => {
    tries += 1
    await run(tx, sql`select pg_sleep(0.06)`)
    expect(size).toBe(7)
    return tries === 1 ? size : null
  })
  expect(tries).toBe(2)
  await expect(inChunks(db, {}, tx => run(tx, sql`select 1 / 0`))).rejects.toThrow(
    'division by zero',
  )
})

test.each([undefined, 7])(
  'a row that fails is left alone, in chunks of %s, and a database that is away ends the work at once',
  async size => {
    const bad = [1, 50, 51, 200]
    const left: number[] = []
    let last = 0
    const work = async (tx: Tx, most: number) => {
      const ids = Array.from({ length: Math.min(most, 200 - last) }, (_, n) => last + n + 1)
      for (const id of ids) await run(tx, bad.includes(id) ? sql`select 1 / 0` : doItem(id))
      return ids.at(-1) ?? null
    }
    const committed = (id: number) => void (last = id)
    const failed = async () => void left.push(++last)
    await inChunks(db, { size, committed, failed }, work)
    expect(left).toEqual(bad)
    expect(await done()).toEqual(
      Array.from({ length: 200 }, (_, n) => n + 1).filter(id => !bad.includes(id)),
    )
    const away = () => Promise.reject(new Unavailable('away'))
    await expect(inChunks(db, { size, failed }, away)).rejects.toThrow('away')
    const broken = (tx: Tx) => run(tx, sql`select 1 / 0`)
    await expect(inChunks(db, { size, failed }, broken)).rejects.toThrow('division by zero')
    expect(left.length).toBe(1_000 + bad.length)
  },
)

test('a chunk that took too long is followed by half of it, never by less than twenty', () => {
  expect([nextSize(200, 11), nextSize(30, 500), nextSize(20, 500)]).toEqual([100, 20, 20])
})
test('a quick one by a quarter more, never by more than five hundred', () => {
  expect([nextSize(200, 4), nextSize(450, 1), nextSize(500, 1)]).toEqual([250, 500, 500])
})
test('one that took what it should by the same', () => {
  expect([nextSize(200, 5), nextSize(200, 10)]).toEqual([200, 200])
})
