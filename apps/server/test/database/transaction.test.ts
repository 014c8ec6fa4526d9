import { row, rows, run, sql, theLastRow, theRow, transaction, type Tx } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'

const { open } = await freshDatabase('server')
const db = open({ maxConnections: 1 })
await run(db, sql`create table note (note_id int primary key, content text)`)

const write = (on: Tx | typeof db, id: number) =>
  run(on, sql`insert into note (note_id, content) values (${id}, 'x')`)
const written = async (id: number) =>
  (await row(db, sql`select 1 from note where note_id = ${id}`)) !== undefined

test('a transaction answers what its work answers, and its rows stay', async () => {
  expect(await transaction(db, tx => write(tx, 1))).toBe(1)
  expect(await written(1)).toBe(true)
})

test('a throw undoes it and is passed on', async () => {
  const work = transaction(db, async tx => {
    await write(tx, 2)
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await written(2)).toBe(false)
})

test('a transaction inside of another one is the same transaction', async () => {
  const work = transaction(db, async tx => {
    await transaction(tx, inner => write(inner, 3))
    throw new Error('undo')
  })
  await expect(work).rejects.toThrow('undo')
  expect(await written(3)).toBe(false)
})

test('a swallowed mistake is not committed in silence', async () => {
  const work = transaction(db, async tx => {
    await write(tx, 4)
    await run(tx, sql`select 1 / 0`).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('one of its statements had failed')
  expect(await written(4)).toBe(false)
})

test('a statement after the end of its transaction is refused', async () => {
  let late: Tx | undefined
  await transaction(db, async tx => {
    late = tx
  })
  await expect(write(late as Tx, 5)).rejects.toThrow('after the end of its transaction')
  const undone = transaction(db, async tx => {
    late = tx
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await expect(write(late as Tx, 5)).rejects.toThrow('after the end of its transaction')
  expect(await written(5)).toBe(false)
})

test('isolation and read only are as asked for, and for that transaction only', async () => {
  const settings = sql<{ isolation: string; readOnly: string }>`
    select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as read_only`
  expect(
    await transaction(db, tx => theRow(tx, settings), {
      isolation: 'repeatable read',
      readOnly: true,
    }),
  ).toEqual({ isolation: 'repeatable read', readOnly: 'on' })
  expect(await transaction(db, tx => theRow(tx, settings))).toEqual({
    isolation: 'read committed',
    readOnly: 'off',
  })
})

test('a lost connection fails its transaction and is replaced', async () => {
  const work = transaction(db, async tx => {
    const { pid } = await theRow(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`)
    const other = open({ maxConnections: 1 })
    await row(other, sql`select pg_terminate_backend(${pid}, 5000)`)
    await write(tx, 6)
  })
  await expect(work).rejects.toThrow()
  expect(await written(6)).toBe(false)
})

test('a connection is as good as before after a mistake in SQL', async () => {
  const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const before = await theRow(db, pid)
  await expect(rows(db, sql`select nothing_of_this_name`)).rejects.toThrow('does not exist')
  expect(await theRow(db, pid)).toEqual(before)
})

test('an error says where the statement was sent from', async () => {
  async function sender() {
    await run(db, sql`select nothing_of_this_name`)
  }
  const error: unknown = await sender().catch((thrown: unknown) => thrown)
  expect((error as Error).stack).toContain('sender')
})

test('a database that was closed may be closed again', async () => {
  const other = open()
  await run(other, sql`select 1`)
  await other.destroy()
  await other.destroy()
  await expect(run(other, sql`select 1`)).rejects.toThrow()
})

test('run counts the rows it changed, and none for a query', async () => {
  expect(await run(db, sql`update note set content = 'y' where note_id = 1`)).toBe(1)
  expect(await run(db, sql`update note set content = 'y' where note_id = 404`)).toBe(0)
  expect(await run(db, sql`select * from note`)).toBe(0)
})

test('a prepared statement is parsed once per connection and bound anew', async () => {
  const twice = (n: number) =>
    theRow(db, sql<{ twice: number }>`/* prepared */ select ${n}::int * 2 as twice`)
  expect([await twice(2), await twice(21)]).toEqual([{ twice: 4 }, { twice: 42 }])
  const kept = sql<{ times: number }>`
    select count(*)::int as times from pg_prepared_statements where statement like '/* prepared */%twice'`
  expect(await theRow(db, kept)).toEqual({ times: 1 })
})

test('bigint is BigInt, dates are days, timestamps are moments', async () => {
  const found = await row(
    db,
    sql`select 9007199254740993::bigint as big, '2026-02-28'::date as day, 'epoch'::timestamptz as at, 1.50::numeric as n`,
  )
  expect(found).toEqual({ big: 9007199254740993n, day: '2026-02-28', at: new Date(0), n: '1.50' })
})

const inserted = (tx: Tx, id: number) =>
  theLastRow(
    tx,
    sql<{
      noteId: number
    }>`insert into note (note_id, content) values (${id}, 'x') returning note_id`,
  )

test('a first statement that fails takes its beginning back, whatever the connection knows', async () => {
  for (let n = 0; n < 3; n++) {
    const work = transaction(db, async tx => {
      await run(tx, sql`select 1 / ${0}::int`)
    })
    await expect(work).rejects.toThrow('division by zero')
    const undone = transaction(db, async tx => {
      await write(tx, 10 + n)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await written(10 + n)).toBe(false)
  }
})

test('several statements in one text may be the first of a transaction', async () => {
  for (let n = 0; n < 2; n++) {
    const work = transaction(db, async tx => {
      await run(tx, sql`insert into note values (20, 'x'); insert into note values (21, 'x')`)
      throw new Error('undo')
    })
    await expect(work).rejects.toThrow('undo')
    expect(await written(20)).toBe(false)
  }
})

test('statements asked for at once come after the beginning', async () => {
  for (let n = 0; n < 2; n++) {
    const work = transaction(db, async tx => {
      await Promise.all([write(tx, 30), write(tx, 31)])
      throw new Error('undo')
    })
    await expect(work).rejects.toThrow('undo')
    expect([await written(30), await written(31)]).toEqual([false, false])
  }
})

test('a transaction without a statement asks the database nothing', async () => {
  const closed = open({ maxConnections: 1 })
  const { pid } = await theRow(closed, sql<{ pid: number }>`select pg_backend_pid() as pid`)
  const before = sql<{
    at: Date
  }>`select query_start as at from pg_stat_activity where pid = ${pid}`
  const at = await theRow(db, before)
  expect(await transaction(closed, async () => 'done')).toBe('done')
  expect(await theRow(db, before)).toEqual(at)
})

test('the last statement commits, the first of a connection and those after it', async () => {
  const [one, other] = [open({ maxConnections: 1 }), open({ maxConnections: 1 })]
  for (const id of [40, 41, 42]) {
    const answer = await transaction(one, async tx => {
      const { noteId } = await inserted(tx, id)
      return [noteId, await row(other, sql`select 1 as seen from note where note_id = ${id}`)]
    })
    expect(answer).toEqual([id, { seen: 1 }])
  }
})

test('nothing may follow the last statement', async () => {
  const work = transaction(db, async tx => {
    await inserted(tx, 50)
    await write(tx, 51)
  })
  await expect(work).rejects.toThrow('after the end of its transaction')
  expect([await written(50), await written(51)]).toEqual([true, false])
})

test('a last statement that fails, or whose commit does, leaves nothing', async () => {
  await run(db, sql`create table kept (note_id int references note deferrable initially deferred)`)
  const orphan = transaction(db, async tx => {
    await write(tx, 60)
    await theLastRow(tx, sql`insert into kept values (${404}) returning note_id`)
  })
  await expect(orphan).rejects.toThrow('foreign key')
  const twice = transaction(db, async tx => {
    await write(tx, 61)
    await inserted(tx, 61)
  })
  await expect(twice).rejects.toThrow('duplicate key')
  const swallowed = transaction(db, async tx => {
    await write(tx, 62)
    await inserted(tx, 62).catch(() => undefined)
  })
  await expect(swallowed).rejects.toThrow('one of its statements had failed')
  const blind = transaction(db, async tx => {
    await run(tx, sql`select 1 / ${0}::int`).catch(() => undefined)
    await inserted(tx, 63)
  })
  await expect(blind).rejects.toThrow('aborted')
  for (const id of [60, 61, 62, 63]) expect(await written(id)).toBe(false)
})

test('inside another transaction the last statement is one like any other', async () => {
  const work = transaction(db, async tx => {
    await transaction(tx, inner => inserted(inner, 70))
    await write(tx, 71)
    throw new Error('undo')
  })
  await expect(work).rejects.toThrow('undo')
  expect([await written(70), await written(71)]).toEqual([false, false])
})

test('a last statement whose connection is lost fails, and the connection is replaced', async () => {
  const work = transaction(db, async tx => {
    const { pid } = await theRow(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`)
    await row(open({ maxConnections: 1 }), sql`select pg_terminate_backend(${pid}, 5000)`)
    await inserted(tx, 80)
  })
  await expect(work).rejects.toThrow()
  expect(await written(80)).toBe(false)
})

test('a statement whose work is over by the time the transaction has begun is not done', async () => {
  for (let n = 0; n < 2; n++) {
    const other = open({ maxConnections: 1 })
    for (let m = 0; m < 2; m++) {
      const id = 90 + 2 * n + m
      let late: Promise<number> | undefined
      const work = transaction(other, async tx => {
        // The first one of a connection waits for the answer of its beginning.
        if (n > 0) await row(tx, sql`select 1`)
        late = write(tx, id)
        void late.catch(() => undefined)
        throw new Error('undo')
      })
      await expect(work).rejects.toThrow('undo')
      await late?.catch(() => undefined)
      expect(await written(id)).toBe(false)
    }
  }
})

test('nothing runs in a transaction that could not begin, nor commits', async () => {
  for (const id of [100, 101]) {
    const other = open({ maxConnections: 1 })
    for (let n = 0; n < 2; n++) await transaction(other, tx => write(tx, 110 + 2 * id + n))
    // As a cancelled beginning does: the server refuses it, and the connection goes on.
    await run(other, sql`deallocate "begin"`)
    const blind = transaction(other, async tx => {
      const first = write(tx, id)
      if (id === 100) await first.catch(() => undefined)
      await Promise.allSettled([first, write(tx, id + 10)])
    })
    await expect(blind).rejects.toThrow('does not exist')
    expect([await written(id), await written(id + 10)]).toEqual([false, false])
    // The connection is another one.
    expect(await transaction(other, tx => write(tx, 120 + id))).toBe(1)
  }
})
