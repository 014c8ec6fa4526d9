import { consoleCalls, permissions, roles, type Role } from '@tianping/contract/console'
import type { Call } from '@tianping/contract'
import { describe, expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk } from './support.ts'

const { site } = await openCashier()
const cookies = new Map<Role, string>()
for (const role of Object.keys(roles) as Role[]) cookies.set(role, (await desk(site, role)).cookie)

/** Who may what, written out once more by hand: a change of the roles must be made here as well, on purpose. */
const may: Record<string, Role[]> = {
  'deposit.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'deposit.review': ['admin', 'finance'],
  'withdrawal.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'withdrawal.review': ['admin', 'finance'],
  'activity.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'activity.review': ['admin', 'finance', 'risk'],
  'agent.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'agent.review': ['admin', 'risk'],
  'commission.review': ['admin', 'finance'],
  'payout.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'payout.pay': ['admin', 'finance'],
  'site.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'site.write': ['admin', 'support'],
  'message.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'message.send': ['admin', 'support'],
  'rule.read': ['admin', 'finance', 'risk', 'auditor'],
  'rule.propose': ['admin', 'finance', 'risk'],
  'rule.approve': ['admin', 'finance'],
  'venue.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'venue.write': ['admin'],
  'member.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'member.unmask': ['admin', 'finance'],
  'member.note': ['admin', 'finance', 'risk', 'support'],
  'member.lock': ['admin', 'risk', 'support'],
  'member.password': ['admin', 'support'],
  'member.limit': ['admin', 'risk', 'support'],
  'ledger.read': ['admin', 'finance', 'risk', 'auditor'],
  'figure.read': ['admin', 'finance', 'risk', 'auditor'],
  'bet.read': ['admin', 'finance', 'risk', 'support', 'auditor'],
  'adjustment.read': ['admin', 'finance', 'risk', 'auditor'],
  'adjustment.propose': ['admin', 'finance', 'risk'],
  'adjustment.approve': ['admin', 'finance'],
  'callback.read': ['admin', 'finance', 'risk', 'auditor'],
  'reconciliation.read': ['admin', 'finance', 'risk', 'auditor'],
  'reconciliation.work': ['admin', 'finance'],
  'transfer.resolve': ['admin', 'finance'],
  'activity.write': ['admin', 'support'],
  'risk.read': ['admin', 'finance', 'risk', 'auditor'],
  'risk.review': ['admin', 'risk'],
  'audit.read': ['admin', 'risk', 'auditor'],
}

describe('permissions', () => {
  test('each is held by exactly the roles that should have it', () => {
    const held = Object.fromEntries(permissions.map(permission => [permission, (Object.keys(roles) as Role[]).filter(role => (roles[role].permissions as readonly string[]).includes(permission))]))
    expect(held).toEqual(may)
  })

  test('an auditor changes nothing: no call asks for a permission to read but changes something', () => {
    const changing = Object.entries<Call>(consoleCalls).filter(([name]) => /\/(claim|approve|reject|unmask|save|add|remove|send|withdraw|propose|pay|fail|return|set|order|lock|unlock|logout|password|exclude|resolve|run|confirm|dismiss|ask|schedule)$/.test(name))
    expect(changing.length).toBeGreaterThan(8)
    for (const [name, spec] of changing) expect([name, spec.permission?.endsWith('.read')]).toEqual([name, false])
  })

  test.each(Object.entries<Call>(consoleCalls).filter(([, spec]) => spec.by === 'operator' && spec.permission !== '').map(([name, spec]) => [name, spec.permission!] as const))(
    '%s is refused to every role without %s',
    async (name, permission) => {
      for (const role of Object.keys(roles) as Role[]) {
        if (may[permission]!.includes(role)) continue
        expect((await consoleCall(site, name, {}, { cookie: cookies.get(role)! })).json()).toEqual({ code: 403, message: '无权限执行该操作', data: null })
      }
    },
  )
})
