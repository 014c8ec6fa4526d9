/**
 * What an operator may be allowed. The server checks one of these for every call of the back
 * office.
 */
export const permissions = [
  'deposit.read',
  'deposit.review',
  'withdrawal.read',
  'withdrawal.review',
  'activity.read',
  'activity.review',
  /** Giveaways and tournaments, of which another decides (`activity.review`). */
  'offer.propose',
  'agent.read',
  'agent.review',
  'commission.review',
  /** Of what stops a payout or a bonus; another person approves it then. */
  'hold.release',
  'payout.read',
  'payout.pay',
  'site.read',
  'site.write',
  /** Pictures of the library: bring, describe, retire and remove. */
  'media.write',
  'message.read',
  'message.send',
  /** What was sent to members by mail and SMS. */
  'delivery.read',
  /** Try one again, and try a channel. */
  'delivery.send',
  'complaint.read',
  /** Answer members, and decide. */
  'complaint.answer',
  'ticket.read',
  /** Answer members, see their pictures and close. */
  'ticket.answer',
  'data_request.read',
  /** Of what members ask of their data; an erasure takes two persons. */
  'data_request.review',
  'rule.read',
  'rule.propose',
  /**
   * Of what another proposed; nobody approves their own. Rules, the site's addresses and popup,
   * messages to many, openings of paying activities.
   */
  'rule.approve',
  'venue.read',
  'venue.write',
  /** Stop all play of the site, and ask for its return. */
  'play.stop',
  'member.read',
  /** See full names, numbers and addresses; every such look is logged. */
  'member.unmask',
  'member.note',
  /** Make tags, and put them on members: lists and segments find members by them. */
  'member.tag',
  /** Members whom staff watch, and why; others do not learn that somebody is watched. */
  'member.watch',
  /** Lock and unlock, end sessions, lock a card. */
  'member.lock',
  /** Set a new password; none is ever shown. */
  'member.password',
  'member.limit',
  /** Of what loosens a block; nobody decides alone. */
  'protection.decide',
  /** The real name, which members cannot change and cards are held against. */
  'member.rename',
  /** Accounts for tests, which no report counts: one asks, another approves. */
  'member.test',
  'ledger.read',
  'figure.read',
  /** What a month should bring in; every change is logged. */
  'target.write',
  'bet.read',
  'adjustment.read',
  'adjustment.propose',
  /** Of what another proposed; nobody approves their own. */
  'adjustment.approve',
  'callback.read',
  /** Payment providers; the second proposes changes, tests and pauses. */
  'provider.read',
  'provider.write',
  'reconciliation.read',
  'reconciliation.work',
  /** Of the trial balance of a month: one person prepares it, another closes the month. */
  'month.sign',
  /** Ask a venue again about a transfer, or have it finalize one. */
  'transfer.resolve',
  'activity.write',
  /** Pause or end a campaign at once. */
  'campaign.stop',
  /** Members who wait for a level with personal perks, and what was checked of them. */
  'vip.read',
  'vip.check',
  /** Of checks another recorded; a senior person answers for it. */
  'vip.release',
  'risk.read',
  'risk.review',
  'verification.read',
  /** See documents and decide who proved who they are; every look is logged. */
  'verification.review',
  /** Possible matches with lists of sanctioned and exposed persons. */
  'screening.read',
  'screening.review',
  /** Bring a file of a list; it counts when another approves it. */
  'screening.lists',
  /** Of a list another brought, and the end of a match another confirmed. */
  'screening.approve',
  /** Cases of suspected laundering: nobody else learns that there is one. */
  'case.read',
  'case.work',
  /** Of a decision another proposed. */
  'case.approve',
  /** Players who may come to harm; the third ends service. */
  'harm.read',
  'harm.review',
  'harm.end',
  'duties.read',
  /** Record what was done outside the platform: reviews, tests, training, certificates. */
  'duties.write',
  /** Registers, incidents, reports for a regulator, members' funds, the retention schedule. */
  'compliance.read',
  'compliance.work',
  /** Of what another proposed about a request of others. */
  'compliance.approve',
  'audit.read',
  /** Security events and alerts; the second marks an alert as seen. */
  'security.read',
  'security.review',
  /** Operators, roles and who is logged in. */
  'staff.read',
  'staff.write',
  /** Of what another asked for; nobody approves their own. */
  'staff.approve',
  /** A list as a file; the list's own permission is asked as well. */
  'export.run',
] as const
export type Permission = (typeof permissions)[number]

/**
 * The roles of a first installation; least privilege, so that no role but the administrator's can
 * do everything.
 */
export const roles = {
  admin: { label: '管理员', permissions },
  finance: {
    label: '财务',
    permissions: [
      'deposit.read',
      'deposit.review',
      'withdrawal.read',
      'withdrawal.review',
      'activity.read',
      'activity.review',
      'offer.propose',
      'campaign.stop',
      'agent.read',
      'commission.review',
      'hold.release',
      'payout.read',
      'payout.pay',
      'site.read',
      'message.read',
      'rule.read',
      'rule.propose',
      'rule.approve',
      'venue.read',
      'member.read',
      'member.unmask',
      'member.note',
      'member.watch',
      'member.rename',
      'ledger.read',
      'figure.read',
      'target.write',
      'bet.read',
      'adjustment.read',
      'adjustment.propose',
      'adjustment.approve',
      'callback.read',
      'provider.read',
      'provider.write',
      'reconciliation.read',
      'reconciliation.work',
      'month.sign',
      'transfer.resolve',
      'risk.read',
      'verification.read',
      'export.run',
    ],
  },
  risk: {
    label: '风控',
    permissions: [
      'complaint.read',
      'complaint.answer',
      'ticket.read',
      'data_request.read',
      'data_request.review',
      'deposit.read',
      'withdrawal.read',
      'activity.read',
      'activity.review',
      'offer.propose',
      'campaign.stop',
      'agent.read',
      'agent.review',
      'hold.release',
      'payout.read',
      'site.read',
      'message.read',
      'rule.read',
      'rule.propose',
      'venue.read',
      'member.read',
      'member.note',
      'member.tag',
      'member.watch',
      'member.lock',
      'member.limit',
      'protection.decide',
      'ledger.read',
      'figure.read',
      'bet.read',
      'adjustment.read',
      'adjustment.propose',
      'callback.read',
      'reconciliation.read',
      'risk.read',
      'risk.review',
      'verification.read',
      'verification.review',
      'screening.read',
      'screening.review',
      'screening.lists',
      'case.read',
      'case.work',
      'harm.read',
      'harm.review',
      'harm.end',
      'vip.read',
      'vip.check',
      'play.stop',
      'member.test',
      'duties.read',
      'duties.write',
      'compliance.read',
      'compliance.work',
      'audit.read',
      'security.read',
      'security.review',
      'export.run',
    ],
  },
  support: {
    label: '客服',
    permissions: [
      'complaint.read',
      'complaint.answer',
      'ticket.read',
      'ticket.answer',
      'data_request.read',
      'deposit.read',
      'withdrawal.read',
      'activity.read',
      'activity.write',
      'campaign.stop',
      'agent.read',
      'payout.read',
      'site.read',
      'site.write',
      'media.write',
      'message.read',
      'message.send',
      'delivery.read',
      'delivery.send',
      'venue.read',
      'member.read',
      'member.note',
      'member.tag',
      'member.lock',
      'member.password',
      'member.limit',
      'bet.read',
      'verification.read',
      'harm.read',
      'harm.review',
    ],
  },
  auditor: {
    label: '审计',
    permissions: [
      'complaint.read',
      'ticket.read',
      'data_request.read',
      'deposit.read',
      'withdrawal.read',
      'activity.read',
      'agent.read',
      'payout.read',
      'site.read',
      'message.read',
      'delivery.read',
      'rule.read',
      'venue.read',
      'member.read',
      'ledger.read',
      'figure.read',
      'bet.read',
      'adjustment.read',
      'callback.read',
      'provider.read',
      'reconciliation.read',
      'risk.read',
      'verification.read',
      'harm.read',
      'vip.read',
      'duties.read',
      'compliance.read',
      'audit.read',
      'security.read',
      'staff.read',
      'export.run',
    ],
  },
} as const satisfies Record<string, { label: string; permissions: readonly Permission[] }>
export type Role = keyof typeof roles

/**
 * What changes neither money, nor people's power, nor what members see or can play, nor shows
 * personal data: a note beside a member, the work on a difference. Everything else takes
 * two persons to grant: proposing too, since whoever could make a proposer alone would be both of
 * the two persons.
 */
const harmless = new Set<string>(['member.note', 'reconciliation.work'])
export const isPower = (permission: string): boolean =>
  !harmless.has(permission) && !/\.(read|run)$/.test(permission)

/**
 * Only the administrator's role holds these: a role that could make operators could make itself
 * anything.
 */
export const administrators: readonly Permission[] = ['staff.write', 'staff.approve']
