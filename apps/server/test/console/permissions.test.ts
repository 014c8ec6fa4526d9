import { consoleCalls, permissions, roles, type Role } from '@tianping/contract/console'
import type { Call } from '@tianping/contract'
import { run, sql } from '@tianping/database'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { roleRow, writeRole } from '../../src/console/signIn/roles.sql.ts'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk } from './support.ts'

const { site, owner } = await openCashier()
const cookies = new Map<Role, string>()
for (const role of Object.keys(roles) as Role[]) cookies.set(role, (await desk(site, role)).cookie)

/**
 * Who may what, written out once more by hand: a change of the roles must be made here as well, on
 * purpose.
 */
const may: Record<string, Role[]> = {
  'deposit.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'deposit.review': ['admin', 'finance'],
  'withdrawal.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'withdrawal.review': ['admin', 'finance'],
  'activity.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'activity.review': ['admin', 'finance', 'risk'],
  'offer.propose': ['admin', 'finance', 'risk'],
  'campaign.stop': ['admin', 'finance', 'risk', 'support'],
  'agent.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'agent.review': ['admin', 'risk'],
  'commission.review': ['admin', 'finance'],
  'complaint.read': ['admin', 'risk', 'support', 'auditor'],
  'complaint.answer': ['admin', 'risk', 'support'],
  'ticket.read': ['admin', 'risk', 'support', 'auditor'],
  'ticket.answer': ['admin', 'support'],
  'data_request.read': ['admin', 'risk', 'support', 'auditor'],
  'data_request.review': ['admin', 'risk'],
  'delivery.read': ['admin', 'support', 'auditor'],
  'delivery.send': ['admin', 'support'],
  'hold.release': ['admin', 'finance', 'risk'],
  'payout.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'payout.pay': ['admin', 'finance'],
  'site.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'site.write': ['admin', 'support'],
  'media.write': ['admin', 'support'],
  'message.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'message.send': ['admin', 'support'],
  'rule.read': ['admin', 'finance', 'risk', 'auditor'],
  'rule.propose': ['admin', 'finance', 'risk'],
  'rule.approve': ['admin', 'finance'],
  'venue.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'venue.write': ['admin'],
  'play.stop': ['admin', 'risk'],
  'member.test': ['admin', 'risk'],
  'duties.read': ['admin', 'risk', 'auditor'],
  'duties.write': ['admin', 'risk'],
  'member.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'member.unmask': ['admin', 'finance'],
  'member.note': ['admin', 'finance', 'risk', 'support'],
  'member.tag': ['admin', 'risk', 'support'],
  'member.watch': ['admin', 'finance', 'risk'],
  'member.lock': ['admin', 'risk', 'support'],
  'member.password': ['admin', 'support'],
  'member.limit': ['admin', 'risk', 'support'],
  'protection.decide': ['admin', 'risk'],
  'member.rename': ['admin', 'finance'],
  'ledger.read': ['admin', 'finance', 'risk', 'auditor'],
  'figure.read': ['admin', 'finance', 'risk', 'auditor'],
  'target.write': ['admin', 'finance'],
  'bet.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'adjustment.read': ['admin', 'finance', 'risk', 'auditor'],
  'adjustment.propose': ['admin', 'finance', 'risk'],
  'adjustment.approve': ['admin', 'finance'],
  'callback.read': ['admin', 'finance', 'risk', 'auditor'],
  'provider.read': ['admin', 'finance', 'auditor'],
  'provider.write': ['admin', 'finance'],
  'reconciliation.read': ['admin', 'finance', 'risk', 'auditor'],
  'reconciliation.work': ['admin', 'finance'],
  'month.sign': ['admin', 'finance'],
  'transfer.resolve': ['admin', 'finance'],
  'activity.write': ['admin', 'support'],
  'risk.read': ['admin', 'finance', 'risk', 'auditor'],
  'risk.review': ['admin', 'risk'],
  'verification.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'verification.review': ['admin', 'risk'],
  'screening.read': ['admin', 'risk'],
  'screening.review': ['admin', 'risk'],
  'screening.lists': ['admin', 'risk'],
  'screening.approve': ['admin'],
  'case.read': ['admin', 'risk'],
  'case.work': ['admin', 'risk'],
  'case.approve': ['admin'],
  'harm.read': ['admin', 'risk', 'support', 'auditor'],
  'harm.review': ['admin', 'risk', 'support'],
  'harm.end': ['admin', 'risk'],
  'vip.read': ['admin', 'risk', 'auditor'],
  'vip.check': ['admin', 'risk'],
  'vip.release': ['admin'],
  'compliance.read': ['admin', 'risk', 'auditor'],
  'compliance.work': ['admin', 'risk'],
  'compliance.approve': ['admin'],
  'audit.read': ['admin', 'risk', 'auditor'],
  'security.read': ['admin', 'risk', 'auditor'],
  'security.review': ['admin', 'risk'],
  'staff.read': ['admin', 'auditor'],
  'staff.write': ['admin'],
  'staff.approve': ['admin'],
  'export.run': ['admin', 'finance', 'risk', 'auditor'],
}

describe('permissions', () => {
  test('each is held by exactly the roles that should have it', () => {
    const held = Object.fromEntries(
      permissions.map(permission => [
        permission,
        (Object.keys(roles) as Role[]).filter(role =>
          (roles[role].permissions as readonly string[]).includes(permission),
        ),
      ]),
    )
    expect(held).toEqual(may)
  })

  test('an auditor changes nothing: no call asks for a permission to read but changes something', () => {
    const changing = Object.entries<Call>(consoleCalls).filter(([name]) =>
      /\/(claim|approve|reject|unmask|save|add|remove|send|withdraw|propose|pay|fail|return|set|order|lock|unlock|logout|password|exclude|resolve|run|confirm|dismiss|ask|schedule|end|reinstate)$/.test(
        name,
      ),
    )
    expect(changing.length).toBeGreaterThan(8)
    for (const [name, spec] of changing)
      expect([name, spec.permission?.endsWith('.read')]).toEqual([name, false])
  })

  test.each(
    Object.entries<Call>(consoleCalls)
      .filter(([, spec]) => spec.by === 'operator' && spec.permission !== '')
      .map(([name, spec]) => [name, spec.permission!] as const),
  )('%s is refused to every role without %s', async (name, permission) => {
    for (const role of Object.keys(roles) as Role[]) {
      if (may[permission]!.includes(role)) continue
      expect((await consoleCall(site, name, {}, { cookie: cookies.get(role)! })).json()).toEqual({
        code: 403,
        message: '无权限执行该操作',
        data: null,
      })
    }
  })

  test('a stored role that proposed giveaways before that had a permission of its own still may', async () => {
    const { db, clock } = site.services
    const stored = { secondFactor: false, changedBy: 'test', changedAt: clock.now() }
    const before = { offers: ['activity.read', 'activity.review'], readers: ['activity.read'] }
    for (const [role, held] of Object.entries(before))
      await writeRole(db, { role, label: role, permissions: held, ...stored })
    const migration = new URL('../../migrations/625_offer_propose.sql', import.meta.url)
    await run(owner, sql.raw(readFileSync(migration, 'utf8')))
    const heldBy = async (role: string) => (await roleRow(db, role))?.permissions
    expect(await heldBy('offers')).toEqual([...before.offers, 'offer.propose'])
    expect(await heldBy('readers')).toEqual(before.readers)
  })

  test('a role that holds nothing is refused by every call that asks for anything, and by what is no call', async () => {
    const { name, cookie } = await desk(site, 'support')
    await writeRole(site.services.db, {
      role: 'nothing',
      label: '无权限',
      permissions: [],
      secondFactor: false,
      changedBy: 'test',
      changedAt: site.services.clock.now(),
    })
    await run(owner, sql`update operator set role = 'nothing' where name = ${name}`)
    const open = Object.entries<Call>(consoleCalls)
      .filter(
        ([call, spec]) =>
          spec.by === 'operator' && spec.permission === '' && !call.endsWith('/logout'),
      )
      .map(([call]) => call)
    for (const [call, spec] of Object.entries<Call>(consoleCalls)) {
      if (spec.by !== 'operator' || call.endsWith('/logout')) continue
      expect([
        call,
        (await consoleCall(site, call, {}, { cookie })).json<{ code: number }>().code === 403,
      ]).toEqual([call, !open.includes(call)])
    }
    expect(
      (await site.app.inject({ url: '/api/console/export/0', headers: { cookie } })).json(),
    ).toMatchObject({ code: 403 })
    expect(
      (await site.app.inject({ url: '/api/console/live', headers: { cookie } })).json(),
      'without the header of the page',
    ).toMatchObject({ code: 403 })
    expect(
      (
        await site.app.inject({ url: '/api/console/live', headers: { 'x-tianping-console': '1' } })
      ).json(),
    ).toMatchObject({ code: 401 })
    const counted = (await consoleCall(site, 'POST /api/console/counts', {}, { cookie })).json<{
      data: Record<string, number>
    }>().data
    expect(Object.values(counted).every(count => count === 0)).toBe(true)
  })
})
