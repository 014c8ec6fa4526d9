// Codes that are many things, in a file as the screen says them.
import { run, sql } from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { post } from '../../../src/ledger/ledger.ts'
import { openCashier } from '../../cashier/support.ts'
import { deposit } from '../../ledger/postings.ts'
import { desk } from '../support.ts'

const { site, owner, clock } = await openCashier()
const admin = await desk(site, 'admin')

async function linesOf(
  list: string,
  filters: Record<string, string | number>,
  columns: string[],
): Promise<string[]> {
  const { data } = await admin.call('POST /api/console/exports/begin', { list, filters, columns })
  const file = await site.app.inject({
    url: `/api/console/export/${data.ticket}`,
    headers: { cookie: admin.cookie },
  })
  return file.body.replace('\ufeff', '').trim().split('\r\n')
}

test('a movement says what it is, where it comes from and who made it', async () => {
  const { memberId } = await site.member()
  const source = { type: 'deposit_order', id: 'D26WORDS' }
  await post(site.services.db, {
    ...deposit(memberId, 500_00n, { source }),
    actor: { type: 'operator', id: '3' },
    effectiveAt: clock.now(),
  })
  await post(site.services.db, {
    ...deposit(memberId, 100_00n, { source: { type: 'deposit_order', id: 'D26BYITSELF' } }),
    actor: { type: 'system', id: 'job' },
    effectiveAt: clock.now(),
  })
  const columns = ['code', 'phase', 'layer', 'account', 'source_type', 'source_id', 'actor']
  const lines = await linesOf('POST /api/console/members/ledger', { id: Number(memberId) }, columns)
  expect(lines).toContain('存款,直接入账,余额,中心钱包,存款,D26WORDS,操作员 3')
  expect(lines).toContain('存款,直接入账,余额,中心钱包,存款,D26BYITSELF,系统')
})

test('a difference names its check, and a code without a word stands as it is', async () => {
  for (const check of ['hash-chains', 'of-later'])
    await run(
      owner,
      sql`insert into reconciliation_case (check_name, severity, subject, first_run, first_seen_at, last_run, last_seen_at)
        values (${check}, 'attention', 'words', ${randomUUID()}::uuid, ${clock.now()}, ${randomUUID()}::uuid, ${clock.now()})`,
    )
  const lines = await linesOf('POST /api/console/cases/list', {}, ['check', 'severity'])
  expect(lines.slice(1).toSorted()).toEqual(['of-later,关注', '哈希链,关注'])
})

test('an entry of the audit log says what was done', async () => {
  const lines = await linesOf('POST /api/console/audit/list', {}, ['action', 'operator'])
  expect(lines).toContain(`开始导出,${admin.name}`)
})
