import { row, rows, run, sql, transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'

const { open } = await freshDatabase('server')
const db = open()
await run(db, sql`create table toy (toy_id int primary key, toy_name text, made_at date)`)

const bear = { toyId: 1, toyName: 'bear', madeAt: null }

test('rows have camelCase keys, from a table, an insert, a CTE and an expression', async () => {
  const insert = sql`insert into toy values (1, 'bear', null) returning *`
  expect(await rows(db, insert)).toEqual([bear])
  expect(await rows(db, sql`select * from toy`)).toEqual([bear])
  expect(
    await row(
      db,
      sql`with best_of as (select toy_name as best_toy from toy) select best_toy, count(*)::int as toy_count
        from best_of group by best_toy order by toy_count`,
    ),
  ).toEqual({ bestToy: 'bear', toyCount: 1 })
  expect(await rows(db, sql`select toy_id from toy where false`)).toEqual([])
})

test('a prepared statement answers the same keys every time, in a transaction too', async () => {
  const prepared = (id: number) => sql`/* prepared */ select * from toy where toy_id = ${id}`
  await transaction(db, async tx => {
    for (let n = 0; n < 3; n++) expect(await row(tx, prepared(1))).toEqual(bear)
  })
  expect(await row(db, prepared(1))).toEqual(bear)
})

test('a connection prepares what is repeated, up to its number of plans, and never all columns of a table', async () => {
  const planned = open({ keepPlans: 2, maxConnections: 1 })
  const fresh = open({ keepPlans: 0, maxConnections: 1 })
  const texts = ['one', 'two', 'three'].map(name => `select toy_name as ${name} from toy`)
  for (const db of [planned, fresh])
    for (const text of ['select toy.*, 1 as kept from toy', 'select 1; select 2', ...texts])
      for (let n = 0; n < 3; n++) await rows(db, sql.raw(text))
  const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`
  expect((await rows(planned, prepared)).map(each => each.statement)).toEqual(texts.slice(0, 2))
  expect(await rows(fresh, prepared)).toEqual([])
})

test('a kept plan follows a table that gets another column', async () => {
  const planned = open({ keepPlans: 2, maxConnections: 1 })
  const all = sql`select * from growing`
  await run(planned, sql`create table growing as select 1 as size`)
  for (let n = 0; n < 3; n++) expect(await rows(planned, all)).toEqual([{ size: 1 }])
  await run(planned, sql`alter table growing add column weight int default 7`)
  expect(await rows(planned, all)).toEqual([{ size: 1, weight: 7 }])
})

test('what JSON holds keeps its names', async () => {
  const json = sql`select to_jsonb(toy) as whole_toy from toy`
  expect(await row(db, json)).toEqual({
    wholeToy: { toy_id: 1, toy_name: 'bear', made_at: null },
  })
})

test('a mistake is told with the line that sent the statement', async () => {
  const error = await rows(db, sql`select nothing_here`).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: '42703' })
  expect((error as Error).stack).toContain('rows.test.ts')
})
