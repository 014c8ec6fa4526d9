import type { Permission } from '@tianping/contract/console'

type DemoRole = { role: string; label: string; permissions: Permission[] }

/** Roles that a site makes for itself, as data: the demo shows three of them. */
export const demoRoles: readonly DemoRole[] = [
  {
    role: 'marketing',
    label: '营销',
    permissions: [
      'member.read',
      'member.tag',
      'message.read',
      'message.send',
      'site.read',
      'site.write',
      'media.write',
      'activity.read',
      'activity.write',
      'offer.propose',
      'campaign.stop',
      'rule.read',
      'rule.propose',
      'figure.read',
    ],
  },
  {
    role: 'accountant',
    label: '会计',
    permissions: [
      'deposit.read',
      'withdrawal.read',
      'payout.read',
      'venue.read',
      'agent.read',
      'provider.read',
      'ledger.read',
      'figure.read',
      'bet.read',
      'adjustment.read',
      'reconciliation.read',
      'reconciliation.work',
      'month.sign',
      'export.run',
    ],
  },
  {
    role: 'management',
    label: '管理层',
    permissions: [
      'figure.read',
      'target.write',
      'ledger.read',
      'bet.read',
      'member.read',
      'agent.read',
      'venue.read',
      'reconciliation.read',
      'export.run',
    ],
  },
]
