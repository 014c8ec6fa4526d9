import { run, sql } from '@tianping/database'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
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
