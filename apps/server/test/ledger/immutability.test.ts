import { row, rows, run, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { post } from '../../src/ledger/ledger.ts'
import { contribute, openRequirement } from '../../src/ledger/wagering.ts'
import { assertBooksHold } from '../support/books.ts'
import { deposit, newMember } from './postings.ts'

const { open } = await freshDatabase('server')
const app = open({ role: 'tianping_app' })
const owner = open({ role: 'tianping_ledger' })
const superuser = open()
afterAll(() => assertBooksHold(app))

const member = newMember()
await post(app, deposit(member, 100n))
await openRequirement(app, {
  memberId: member,
  sourceType: 'deposit',
  sourceId: '1',
  requiredFen: 100n,
  openedAt: new Date(0),
})
await contribute(app, {
  memberId: member,
  venueId: 1,
  betId: '1',
  version: 1,
  validFen: 100n,
  settledAt: new Date(),
})

const tables = [
  'account',
  'transaction',
  'entry',
  'house_balance',
  'outbox',
  'wagering_requirement',
  'wagering_contribution',
  'reconciliation_run',
  'reconciliation_item',
  'account_day',
  'member_day',
  'member_first',
  'fact_progress',
  'month_closing',
  'month_line',
]

describe('app_role_cannot_update_ledger', () => {
  test.each(tables)(
    "the server's role may read ledger.%s and change nothing in it",
    async table => {
      const name = sql.id('ledger', table)
      const { columns } = (await row<{ columns: string[] }>(
        superuser,
        sql`
      select array_agg(column_name::text order by ordinal_position) as columns from information_schema.columns where table_schema = 'ledger' and table_name = ${table}`,
      ))!
      await rows(app, sql`select * from ${name} limit 1`)
      for (const attempt of [
        sql`update ${name} set ${sql.id(columns[0]!)} = null`,
        sql`delete from ${name}`,
        sql`truncate ${name}`,
        sql`insert into ${name} default values`,
      ]) {
        await expect(run(app, attempt)).rejects.toThrow(/permission denied/)
      }
    },
  )

  test('nor may it become the owner, switch triggers off, or replace a function', async () => {
    for (const attempt of [
      sql`set session_replication_role = replica`,
      sql`alter table ledger.entry disable trigger all`,
      sql`create or replace function ledger.lock_member(p_member_id bigint) returns void language sql as 'select'`,
      sql`create table ledger.mine (a int)`,
      sql`grant tianping_ledger to tianping_app`,
    ])
      await expect(run(app, attempt)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('it reaches the inner functions through the public ones only', async () => {
    const inner = [
      sql`select ledger.write_pair(1, uuidv7(), 1::smallint, 'posted', 200::smallint, 0::smallint, 100::smallint, 0::smallint, 1, '')`,
      sql`select ledger.lock_accounts(1, 100::smallint, 0::smallint, 100::smallint, 0::smallint)`,
      sql`select ledger.add_part(1, 1::smallint, 'b', 1, null, 1, null, 100::smallint, now())`,
    ]
    for (const attempt of inner)
      await expect(run(app, attempt)).rejects.toThrow('permission denied')
  })

  test('and the public ones make no rows that the books could not explain', async () => {
    const move = (
      phase: string,
      from: number,
      fromVenue: number,
      to: number,
      toVenue: number,
    ) => sql`
      select ledger.move(${phase}, ${member}, 'odd', 'adjustment', ${from}::smallint, ${fromVenue}::smallint, ${to}::smallint, ${toVenue}::smallint, 1, 'a', 'a', 'system', 'a', null, null)`
    const odd = [
      move('post', 900, 0, 100, 0),
      move('void', 900, 0, 100, 0),
      move('single', 100, 3, 900, 0),
      move('single', 100, 0, 100, 0),
      move('single', 900, 0, 110, 0),
      move('single', 900, 0, 120, 0),
      move('single', 910, 0, 900, 5),
    ]
    for (const attempt of odd)
      await expect(run(app, attempt)).rejects.toThrow(/no movement|violates check constraint/)
    await run(app, move('pending', 100, 0, 900, 0))
    await expect(
      run(app, sql`select ledger.resolve(${member}, 'odd', 'odd2', 'single', null, 'system', 'a')`),
    ).rejects.toThrow('does not end as')
    await expect(
      run(app, sql`select ledger.resolve(${member}, 'odd', 'odd2', 'post', -1, 'system', 'a')`),
    ).rejects.toThrow('violates check constraint')
  })

  test('every function that acts as the owner has a fixed search_path, and no one else may call a ledger function', async () => {
    const found = await rows<{
      name: string
      definer: boolean
      config: string[] | null
      open: boolean
    }>(
      superuser,
      sql`
      select p.proname as name, p.prosecdef as definer, p.proconfig as config, has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p where p.pronamespace = 'ledger'::regnamespace and p.prokind = 'f'`,
    )
    expect(found.length).toBeGreaterThan(20)
    for (const each of found) {
      expect([each.name, each.open]).toEqual([each.name, false])
      if (each.definer)
        expect([each.name, each.config]).toEqual([each.name, ['search_path=pg_catalog, pg_temp']])
    }
  })
})

describe('truncate_refused, and every other change to what was written', () => {
  test.each([
    'transaction',
    'entry',
    'wagering_contribution',
    'reconciliation_run',
    'reconciliation_item',
  ])('ledger.%s refuses even its owner and a superuser', async table => {
    const name = sql.id('ledger', table)
    const { column } = (await row<{ column: string }>(
      superuser,
      sql`
      select column_name::text as column from information_schema.columns where table_schema = 'ledger' and table_name = ${table} and ordinal_position = 1`,
    ))!
    for (const db of [owner, superuser]) {
      await expect(run(db, sql`truncate ${name} cascade`)).rejects.toThrow(
        /is refused: a correction is a new row/,
      )
      await expect(run(db, sql`delete from ${name}`)).rejects.toThrow('is refused')
      await expect(
        run(db, sql`update ${name} set ${sql.id(column)} = ${sql.id(column)}`),
      ).rejects.toThrow('is refused')
    }
  })

  test('a requirement moves forward only, is never deleted, and never asks for another amount', async () => {
    for (const attempt of [
      sql`update ledger.wagering_requirement set state = 'open', contributed_fen = 0`,
      sql`update ledger.wagering_requirement set required_fen = 50, contributed_fen = 50`,
      sql`delete from ledger.wagering_requirement`,
      sql`truncate ledger.wagering_requirement`,
    ])
      await expect(run(owner, attempt)).rejects.toThrow(/only moves forward|not deleted|is refused/)
  })

  test('a balance below zero is refused by the row itself', async () => {
    await expect(run(owner, sql`update ledger.account set posted_balance = -1`)).rejects.toThrow(
      'violates check constraint',
    )
    await expect(
      run(owner, sql`update ledger.account set pending_debits = posted_balance + 1`),
    ).rejects.toThrow('violates check constraint')
  })
})
