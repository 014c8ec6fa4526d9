import { rows, run, sql, theRow } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { firstBrokenAudit } from '../../src/kernel/operator/audit.sql.ts'
import { audit } from '../../src/kernel/operator/audit.ts'
import { runAction } from '../../src/kernel/operator/runAction.ts'
import { openCashier } from '../cashier/support.ts'
import { desk } from './support.ts'

const { site, owner, clock } = await openCashier()
const { db } = site.services
const nobody = { operator: null, address: '' }
const deed = (n: number) =>
  audit(db, clock.now(), nobody, {
    action: 'test.deed',
    subject: `test:${n}`,
    before: { n },
    after: { n: BigInt(n) + 1n },
  })

describe('the audit log', () => {
  test('is a chain without gaps, whoever writes at the same time', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => deed(n)))
    const ids = await rows(
      owner,
      sql<{ id: bigint }>`select audit_id as id from audit_log order by audit_id`,
    )
    expect(ids.map(row => row.id)).toEqual(ids.map((_, index) => BigInt(index + 1)))
    expect(await firstBrokenAudit(db)).toBeNull()
  })

  test.each(['update audit_log set note = note', 'delete from audit_log', 'truncate audit_log'])(
    'refuses: %s',
    async statement => {
      await expect(run(db, sql.raw(statement))).rejects.toThrow('permission denied')
      // Not even who owns it may: only taking the trigger away first would help, and then the chain
      // tells.
      await expect(run(owner, sql.raw(statement))).rejects.toThrow('refused')
    },
  )

  test('cannot be written but through its function', async () => {
    await expect(
      run(
        db,
        sql`
      insert into audit_log (audit_id, at, operator, role, action, subject, address, before, after, note, hash)
      values (1000, now(), 'x', 'x', 'x', 'x', '', '{}', '{}', '', sha256(''))`,
      ),
    ).rejects.toThrow('permission denied')
  })

  test('keeps no secret, whatever it is handed', async () => {
    await audit(db, clock.now(), nobody, {
      action: 'test.secret',
      subject: 'test:secret',
      after: { name: 'a', password: 'p', nested: { token_hash: 't' } },
    })
    expect(
      await rows(owner, sql`select after from audit_log where action = 'test.secret'`),
    ).toEqual([{ after: { name: 'a', nested: {} } }])
  })

  test('is listed newest first, narrowed by who, what and on what', async () => {
    const auditor = await desk(site, 'auditor')
    const all = await auditor.call('POST /api/console/audit/list', { action: 'test.deed' })
    expect(all.data).toMatchObject({ total: 40, per_page: 10, last_page: 4 })
    expect(all.data.data[0]!.id).toBeGreaterThan(all.data.data[9]!.id)
    const one = await auditor.call('POST /api/console/audit/list', { subject: 'test:39' })
    expect(one.data.data).toMatchObject([
      {
        operator: 'system',
        role_label: '',
        action: 'test.deed',
        before: '{"n":39}',
        after: '{"n":"40"}',
      },
    ])
    expect(
      (await auditor.call('POST /api/console/audit/list', { operator: auditor.name })).data.data,
    ).toMatchObject([{ action: 'console.login', role: 'auditor', role_label: '审计' }])
    const withText = async (text: string) =>
      (await auditor.call('POST /api/console/audit/list', { action: 'test.deed', text })).data.total
    expect([await withText('TEST:39'), await withText('nowhere')]).toEqual([1, 0])
    // What no index finds is read through, and stands in the same order.
    const begins = await auditor.call('POST /api/console/audit/list', { subject: 'test:3*' })
    expect(begins.data).toMatchObject({ total: 11 })
    const ids = begins.data.data.map(row => row.id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  test('is narrowed by days of Beijing, each from its first moment to before the next one’s', async () => {
    const auditor = await desk(site, 'auditor')
    for (const at of [
      '2026-12-01T23:59:59.999',
      '2026-12-02T00:00:00',
      '2026-12-02T23:59:59.999',
      '2026-12-03T00:00:00',
    ])
      await audit(db, new Date(`${at}+08:00`), nobody, { action: 'test.day', subject: at })
    const found = async (filter: { from?: string; to?: string }) =>
      (
        await auditor.call('POST /api/console/audit/list', { action: 'test.day', ...filter })
      ).data.data.map(row => row.subject.slice(8))
    const [first, last] = ['02T00:00:00', '02T23:59:59.999']
    expect(await found({ from: '2026-12-02', to: '2026-12-02' })).toEqual([last, first])
    expect(await found({ from: '2026-12-02' })).toEqual(['03T00:00:00', last, first])
    expect(await found({ to: '2026-12-01' })).toEqual(['01T23:59:59.999'])
  })

  test('an action is done once within seven days', async () => {
    const { name } = await desk(site, 'auditor')
    const operator = await theRow(
      owner,
      sql<{ operatorId: bigint; name: string; role: string }>`
      select operator_id, name, role from operator where name = ${name}`,
    )
    const acting = { ...site.services, operator, caller: { address: '', key: 'once' } }
    const entry = { action: 'test.once', subject: 'test:once' }
    const act = () => runAction(acting as never, async () => ({ entry, answer: 'done' }))
    expect([await act(), await act()]).toEqual(['done', undefined])
    clock.advance(7 * 86_400_000)
    expect(await act()).toBeUndefined()
    clock.advance(1)
    expect(await act()).toBe('done')
  })

  test('a row that somebody changed behind the server’s back shows', async () => {
    await run(owner, sql`alter table audit_log disable trigger audit_log_immutable`)
    await run(owner, sql`update audit_log set after = '{"n": "changed"}' where audit_id = 17`)
    await run(owner, sql`alter table audit_log enable trigger audit_log_immutable`)
    expect(await firstBrokenAudit(db)).toBe(17n)
  })
})
