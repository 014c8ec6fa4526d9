// What keeps the road to many databases open: every key begins with the member, every statement
// says which one.
import {
  connect,
  ensureDatabase,
  dropDatabase,
  migrate,
  rows,
  sql,
  type Db,
} from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { freshDatabase, PATIENCE } from '../../../../tooling/test/database.ts'
import { balances, hold, post, postBatch, release, settle } from '../../src/ledger/ledger.ts'
import { drain, enqueue } from '../../src/ledger/outbox.ts'
import { reconcile, rollUpHouse } from '../../src/ledger/reconcile.ts'
import { contribute, missingTurnover, openRequirement } from '../../src/ledger/wagering.ts'
import { assertBooksHold } from '../support/books.ts'
import { deposit, newMember, system, toVenue, withdrawal } from './postings.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

const MEMBER_TABLES = [
  'account',
  'transaction',
  'entry',
  'outbox',
  'wagering_requirement',
  'wagering_contribution',
]
const touchesMember = new RegExp(
  String.raw`\b(from|join|update|into|using)\s+ledger\.(${MEMBER_TABLES.join('|')})\b`,
)

/**
 * The statements of a text that touch a member's table without saying whose: no comparison, no
 * value for member_id.
 */
function withoutMember(text: string): string[] {
  return text
    .split(/;\s*\n/)
    .map(each => each.trim().toLowerCase())
    .filter(
      each =>
        touchesMember.test(each) &&
        !/member_id\)?(::bigint)?\s*=/.test(each) &&
        !/insert into ledger\.\w+( as \w+)? \(member_id/.test(each),
    )
}

const { open } = await freshDatabase('server')
const db = open()

describe('every statement names its member', () => {
  test('the check itself refuses one that does not', () => {
    expect(withoutMember('select * from ledger.account where venue_id = 3')).toHaveLength(1)
    expect(withoutMember('update ledger.outbox set attempts = 0 where id = $1')).toHaveLength(1)
    expect(
      withoutMember('delete from ledger.entry;\nselect 1 from ledger.account where member_id = 5'),
    ).toEqual(['delete from ledger.entry'])
  })

  test('the functions of the ledger do, but for those that serve everybody and say so', async () => {
    const found = await rows<{ name: string; body: string }>(
      db,
      sql`
      select proname as name, coalesce(pg_get_function_sqlbody(oid), prosrc) as body from pg_proc where pronamespace = 'ledger'::regnamespace and prokind = 'f'`,
    )
    const forAll = found.filter(each => each.body.includes('all members:')).map(each => each.name)
    expect(forAll.toSorted()).toEqual(['claim_outbox', 'roll_up_days', 'roll_up_house'])
    expect(
      found
        .filter(each => !forAll.includes(each.name))
        .flatMap(each => withoutMember(each.body).map(statement => [each.name, statement])),
    ).toEqual([])
  })

  test('the statements of the server do, but for reconciliation and measures', () => {
    const folder = join(import.meta.dirname, '../../src/ledger')
    const files = readdirSync(folder).filter(name => name.endsWith('.sql.ts'))
    expect(files.length).toBeGreaterThan(4)
    const forAll = files.filter(name =>
      readFileSync(join(folder, name), 'utf8').includes('all members:'),
    )
    expect(forAll.toSorted()).toEqual([
      'days.sql.ts',
      'measures.sql.ts',
      'months.sql.ts',
      'reconcile.sql.ts',
    ])
    const templates = files
      .filter(name => !forAll.includes(name))
      .flatMap(name =>
        [...readFileSync(join(folder, name), 'utf8').matchAll(/sql(?:<[^`]*>)?`([^`]*)`/g)].map(
          found => found[1]!,
        ),
      )
    expect(templates.length).toBeGreaterThan(10)
    expect(templates.flatMap(withoutMember)).toEqual([])
  })

  test("every key of a member's table begins with member_id", async () => {
    const keys = await rows<{ table: string; key: string; first: string }>(
      db,
      sql`
      select c.relname as table, i.relname as key, a.attname as first
      from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
      where c.relnamespace = 'ledger'::regnamespace and x.indisunique and c.relname = any(${MEMBER_TABLES})`,
    )
    expect(keys.length).toBeGreaterThanOrEqual(MEMBER_TABLES.length)
    expect(keys.filter(each => each.first !== 'member_id')).toEqual([])
  })
})

/**
 * The ledger's tables in four parts by member: PostgreSQL asks of a partitioned table what cells of
 * members need (docs/decisions/0094-databases-side-by-side-instead-of-citus.md).
 */
function partitioned(ddl: string): string {
  return ddl.replace(
    /create table ledger\.(\w+) \(([^;]*?)\n\)( with \([^)]*\))?;/g,
    (whole, table: string, body: string, storage = '') => {
      if (!MEMBER_TABLES.includes(table)) return whole
      const parts = [0, 1, 2, 3].map(
        at =>
          `create table ledger.${table}_${at} partition of ledger.${table} for values with (modulus 4, remainder ${at})${storage};`,
      )
      return `create table ledger.${table} (${body}\n) partition by hash (member_id);\n${parts.join('\n')}`
    },
  )
}

async function partitionedDatabase(): Promise<Db> {
  const admin = inject('postgresUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  const url = admin.replace(/\/[^/]*$/, `/${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'tianping-migrations-'))
  const from = join(import.meta.dirname, '../../migrations')
  for (const file of readdirSync(from).filter(each => /^(001_|01\d_|290_|550_)/.test(each)))
    writeFileSync(join(folder, file), partitioned(readFileSync(join(from, file), 'utf8')))
  await ensureDatabase(admin, name)
  await migrate(url, folder)
  rmSync(folder, { recursive: true })
  const shards = connect(url, { role: 'tianping_app', maxConnections: 8, patience: PATIENCE })
  atEnd(async () => {
    await shards.destroy()
    await dropDatabase(admin, name)
  })
  return shards
}

describe('the same tables, partitioned by member', () => {
  test('take every operation, concurrently, and the books hold', async () => {
    const shards = await partitionedDatabase()
    const { count } = (
      await rows<{ count: bigint }>(
        shards,
        sql`select count(*) from pg_partitioned_table where partrelid::regclass::text like 'ledger.%'`,
      )
    )[0]!
    expect(count).toBe(BigInt(MEMBER_TABLES.length))
    const members = Array.from({ length: 12 }, newMember)
    await postBatch(
      shards,
      members.map(m => deposit(m, 1_000n)),
    )
    await Promise.all(
      members.map(async m => {
        expect(await post(shards, deposit(m, 5n, { key: 'd' }))).toMatchObject({
          kind: 'done',
          replayed: false,
        })
        expect(await post(shards, deposit(m, 5n, { key: 'd' }))).toMatchObject({
          kind: 'done',
          replayed: true,
        })
        await hold(shards, toVenue(m, 3, 300n, { key: 'h' }))
        await hold(shards, withdrawal(m, 200n, { key: 'w' }))
        expect(await post(shards, withdrawal(m, 506n))).toEqual({
          kind: 'insufficient',
          availableFen: 505n,
        })
        await settle(shards, { memberId: m, holdKey: 'h', key: 's', actor: system })
        expect(
          await release(shards, { memberId: m, holdKey: 'h', key: 'r', actor: system }),
        ).toMatchObject({ kind: 'already_resolved' })
        await release(shards, { memberId: m, holdKey: 'w', key: 'r', actor: system })
        await openRequirement(shards, {
          memberId: m,
          sourceType: 'deposit',
          sourceId: '1',
          requiredFen: 100n,
          openedAt: new Date(0),
        })
        await contribute(shards, {
          memberId: m,
          venueId: 3,
          betId: '1',
          version: 1,
          validFen: 40n,
          settledAt: new Date(),
        })
        expect(await missingTurnover(shards, m)).toBe(60n)
        await enqueue(shards, { memberId: m, topic: 'sharded', payload: 1 })
      }),
    )
    expect(await drain(shards, 'sharded', async () => {})).toEqual({ done: 12, failed: 0 })
    expect(await balances(shards, members[0]!)).toEqual({
      cashFen: 705n,
      cashAvailableFen: 705n,
      venues: [{ venueId: 3, postedFen: 300n, availableFen: 300n }],
    })
    await rollUpHouse(shards)
    expect(await reconcile(shards)).toMatchObject({ booksHold: true, counts: { openHolds: 0n } })
    await assertBooksHold(shards)
  })
})
