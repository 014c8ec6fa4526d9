import { run, sql, theRow, transaction, type Sql } from '@tianping/database'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { audit } from '../../src/kernel/operator/audit.ts'
import { hold, post } from '../../src/ledger/ledger.ts'
import { deposit, newMember, toVenue } from './postings.ts'
import { reconcileCommand } from './reconcileCommand.ts'

const { url, open } = await freshDatabase('server')
const db = open({ role: 'tianping_app' })
const superuser = open()
const folder = mkdtempSync(join(tmpdir(), 'tianping-heads-'))
afterAll(() => rmSync(folder, { recursive: true }))

const member = newMember()
await post(db, deposit(member, 123_456_789n))
await post(db, toVenue(member, 3, 50_000n))
await hold(db, toVenue(member, 3, 700n))

describe('npm run reconcile', () => {
  const heads = join(folder, 'heads.csv')

  test('prints what stands where and ends with 0 when the books hold', async () => {
    const { code, text } = await reconcileCommand({ DATABASE_URL: url }, '--heads', heads)
    expect(text).toContain('3 transactions, 6 entries, 2 accounts, 1 open holds')
    expect(text).toMatch(/100 memberCash +1,234,067\.89\n/)
    expect(text).toMatch(/200 depositClearing +-1,234,567\.89\n/)
    expect(text).toMatch(/sum +0\.00\n/)
    expect(text).toMatch(/3? +1 +500\.00 +0\.00 +7\.00 +0\.00\n/)
    expect(text).toMatch(/ok +audit-log/)
    expect(text).toContain('The books hold.')
    expect(code).toBe(0)
    expect(readFileSync(heads, 'utf8').trim().split('\n')).toHaveLength(2)
  })

  test('ends with 1 when kept chain heads are no longer in the chains', async () => {
    expect(await reconcileCommand({ DATABASE_URL: url }, '--verify', heads)).toMatchObject({
      code: 0,
    })
    const other = join(folder, 'other.csv')
    writeFileSync(other, readFileSync(heads, 'utf8').replace(/[0-9a-f]{8}\n/, 'deadbeef\n'))
    const { code, text } = await reconcileCommand({ DATABASE_URL: url }, '--verify', other)
    expect(text).toContain('MISMATCH  kept-heads')
    expect(code).toBe(1)
  })

  test('names a line of the audit log that was altered, and an end that was cut off', async () => {
    const at = new Date('2026-11-20T04:00:00Z')
    const nobody = { operator: null, address: '' }
    for (const action of ['test.one', 'test.two', 'test.three'])
      await audit(db, at, nobody, { action, subject: 'test', note: 'as it was' })
    const kept = join(folder, 'audit.csv')
    const reconciled = (...words: string[]) => reconcileCommand({ DATABASE_URL: url }, ...words)
    expect(await reconciled('--heads', kept)).toMatchObject({ code: 0 })
    /** What the owner of the database could do behind the triggers. */
    const behind = (change: Sql) =>
      transaction(superuser, async tx => {
        await run(tx, sql`set local session_replication_role = replica`)
        await run(tx, change)
      })
    const line = await theRow(
      superuser,
      sql<{ id: bigint }>`select audit_id as id from audit_log where action = 'test.two'`,
    )
    await behind(sql`update audit_log set note = 'altered' where audit_id = ${line.id}`)
    const altered = await reconciled()
    expect(altered.text).toContain('MISMATCH  audit-log')
    expect(altered.text).toContain(`audit row ${line.id}`)
    expect(altered.code).toBe(1)
    await behind(sql`update audit_log set note = 'as it was' where audit_id = ${line.id}`)
    expect(await reconciled('--verify', kept)).toMatchObject({ code: 0 })
    await behind(sql`delete from audit_log where action = 'test.three'`)
    expect(await reconciled('--verify', kept)).toMatchObject({ code: 1 })
    await behind(sql`delete from audit_log`)
  })

  test('names what is wrong and ends with 1 when the books do not hold', async () => {
    await run(
      superuser,
      sql`update ledger.account set posted_balance = posted_balance + 1 where member_id = ${member} and account_code = 100`,
    )
    const { code, text } = await reconcileCommand({ DATABASE_URL: url })
    expect(text).toContain('MISMATCH  balances')
    expect(text).toContain(
      `member ${member} 100: expected posted 123406789, pending -700, found posted 123406790, pending -700`,
    )
    expect(text).toContain('THE BOOKS DO NOT HOLD.')
    expect(code).toBe(1)
  })

  test('ends with 2, and one sentence, when there is nothing to read', async () => {
    const missing = await reconcileCommand({ DATA_DIR: join(folder, 'nothing') })
    expect([missing.code, missing.text]).toEqual([
      2,
      expect.stringContaining('There are no books yet'),
    ])
    const unreachable = await reconcileCommand({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    })
    expect([unreachable.code, unreachable.text]).toEqual([
      2,
      expect.stringContaining('could not be read'),
    ])
  })
})
