import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { ConsoleCallName, Permission } from '@tianping/contract/console'
import type { IconName } from '../ui/Icon.tsx'

/** What waits for a person, by the counter of its queue, and the list that then changes. */
export const counters = {
  deposits_pending: 'POST /api/console/deposits/list',
  withdrawals_pending: 'POST /api/console/withdrawals/list',
  applications_pending: 'POST /api/console/applications/list',
  agents_pending: 'POST /api/console/agents/list',
  statements_pending: 'POST /api/console/statements/list',
  payouts_open: 'POST /api/console/payouts/list',
  proposals_open: 'POST /api/console/rules/list',
  transfers_unknown: 'POST /api/console/transfers/list',
  adjustments_pending: 'POST /api/console/adjustments/list',
  flags_pending: 'POST /api/console/risk/list',
  cases_open: 'POST /api/console/cases/list',
  staff_open: 'POST /api/console/staff/requests',
} as const satisfies Record<string, ConsoleCallName>
export type Counter = keyof typeof counters

/** A room of the side menu; `permission` is what the server asks of the call that fills it. */
export type Room = {
  path: string
  label: string
  icon: IconName
  permission: Permission | ''
  call: ConsoleCallName
  counters?: Counter[]
}

export const rooms: Room[] = [
  { path: '/', label: '今日', icon: 'today', permission: '', call: 'POST /api/console/today' },
  {
    path: '/deposits',
    label: '存款审核',
    icon: 'deposit',
    permission: 'deposit.read',
    call: 'POST /api/console/deposits/list',
    counters: ['deposits_pending'],
  },
  {
    path: '/withdrawals',
    label: '取款审核',
    icon: 'withdrawal',
    permission: 'withdrawal.read',
    call: 'POST /api/console/withdrawals/list',
    counters: ['withdrawals_pending'],
  },
  {
    path: '/payouts',
    label: '付款',
    icon: 'payout',
    permission: 'payout.read',
    call: 'POST /api/console/payouts/list',
    counters: ['payouts_open'],
  },
  {
    path: '/adjustments',
    label: '人工调整',
    icon: 'adjust',
    permission: 'adjustment.read',
    call: 'POST /api/console/adjustments/list',
    counters: ['adjustments_pending'],
  },
  {
    path: '/callbacks',
    label: '通道回调',
    icon: 'callback',
    permission: 'callback.read',
    call: 'POST /api/console/callbacks/list',
  },
  {
    path: '/reconciliation',
    label: '对账',
    icon: 'scales',
    permission: 'reconciliation.read',
    call: 'POST /api/console/cases/list',
    counters: ['cases_open'],
  },
  {
    path: '/risk',
    label: '风控',
    icon: 'shield',
    permission: 'risk.read',
    call: 'POST /api/console/risk/list',
    counters: ['flags_pending'],
  },
  {
    path: '/applications',
    label: '活动申请',
    icon: 'gift',
    permission: 'activity.read',
    call: 'POST /api/console/applications/list',
    counters: ['applications_pending'],
  },
  {
    path: '/activities',
    label: '活动',
    icon: 'activity',
    permission: 'activity.read',
    call: 'POST /api/console/activities/list',
  },
  {
    path: '/agents',
    label: '代理',
    icon: 'agents',
    permission: 'agent.read',
    call: 'POST /api/console/agents/list',
    counters: ['agents_pending', 'statements_pending'],
  },
  {
    path: '/members',
    label: '会员',
    icon: 'members',
    permission: 'member.read',
    call: 'POST /api/console/members/list',
  },
  {
    path: '/bets',
    label: '注单',
    icon: 'bets',
    permission: 'bet.read',
    call: 'POST /api/console/bets/list',
  },
  {
    path: '/venues',
    label: '场馆',
    icon: 'venues',
    permission: 'venue.read',
    call: 'POST /api/console/venues/list',
    counters: ['transfers_unknown'],
  },
  {
    path: '/site',
    label: '站点',
    icon: 'site',
    permission: 'site.read',
    call: 'POST /api/console/site/show',
  },
  {
    path: '/rules',
    label: '规则',
    icon: 'rules',
    permission: 'rule.read',
    call: 'POST /api/console/rules/list',
    counters: ['proposals_open'],
  },
  {
    path: '/staff',
    label: '员工',
    icon: 'staff',
    permission: 'staff.read',
    call: 'POST /api/console/staff/list',
    counters: ['staff_open'],
  },
  {
    path: '/audit',
    label: '审计日志',
    icon: 'audit',
    permission: 'audit.read',
    call: 'POST /api/console/audit/list',
  },
]

/** One's own account: reached from one's name, not from the menu, and open to everybody. */
export const accountRoom: Room = {
  path: '/account',
  label: '我的账号',
  icon: 'person',
  permission: '',
  call: 'POST /api/console/account/show',
}

export type Page = LazyExoticComponent<ComponentType<{ id: number }>>
type Route = { pattern: RegExp; room: string; page: Page }

const page = (load: () => Promise<{ default: ComponentType<{ id: number }> }>): Page => lazy(load)
const routes: Route[] = [
  { pattern: /^\/$/, room: '/', page: page(() => import('../pages/today/TodayPage.tsx')) },
  {
    pattern: /^\/deposits$/,
    room: '/deposits',
    page: page(() => import('../pages/deposits/DepositsPage.tsx')),
  },
  {
    pattern: /^\/withdrawals$/,
    room: '/withdrawals',
    page: page(() => import('../pages/withdrawals/WithdrawalsPage.tsx')),
  },
  {
    pattern: /^\/applications$/,
    room: '/applications',
    page: page(() => import('../pages/applications/ApplicationsPage.tsx')),
  },
  {
    pattern: /^\/payouts$/,
    room: '/payouts',
    page: page(() => import('../pages/payouts/PayoutsPage.tsx')),
  },
  {
    pattern: /^\/agents$/,
    room: '/agents',
    page: page(() => import('../pages/agents/AgentsPage.tsx')),
  },
  {
    pattern: /^\/statements$/,
    room: '/agents',
    page: page(() => import('../pages/agents/StatementsPage.tsx')),
  },
  {
    pattern: /^\/tree$/,
    room: '/agents',
    page: page(() => import('../pages/agents/TreePage.tsx')),
  },
  {
    pattern: /^\/adjustments$/,
    room: '/adjustments',
    page: page(() => import('../pages/adjustments/AdjustmentsPage.tsx')),
  },
  {
    pattern: /^\/callbacks$/,
    room: '/callbacks',
    page: page(() => import('../pages/callbacks/CallbacksPage.tsx')),
  },
  {
    pattern: /^\/reconciliation$/,
    room: '/reconciliation',
    page: page(() => import('../pages/reconciliation/ReconciliationPage.tsx')),
  },
  { pattern: /^\/risk$/, room: '/risk', page: page(() => import('../pages/risk/RiskPage.tsx')) },
  {
    pattern: /^\/activities$/,
    room: '/activities',
    page: page(() => import('../pages/activities/ActivitiesPage.tsx')),
  },
  {
    pattern: /^\/activities\/(\d{1,9})$/,
    room: '/activities',
    page: page(() => import('../pages/activities/ActivityPage.tsx')),
  },
  { pattern: /^\/bets$/, room: '/bets', page: page(() => import('../pages/bets/BetsPage.tsx')) },
  { pattern: /^\/site$/, room: '/site', page: page(() => import('../pages/site/SitePage.tsx')) },
  {
    pattern: /^\/rules$/,
    room: '/rules',
    page: page(() => import('../pages/rules/RulesPage.tsx')),
  },
  {
    pattern: /^\/venues$/,
    room: '/venues',
    page: page(() => import('../pages/venues/VenuesPage.tsx')),
  },
  {
    pattern: /^\/members$/,
    room: '/members',
    page: page(() => import('../pages/members/MembersPage.tsx')),
  },
  {
    pattern: /^\/members\/(\d{1,15})$/,
    room: '/members',
    page: page(() => import('../pages/member/MemberPage.tsx')),
  },
  {
    pattern: /^\/staff$/,
    room: '/staff',
    page: page(() => import('../pages/staff/StaffPage.tsx')),
  },
  {
    pattern: /^\/account$/,
    room: '/account',
    page: page(() => import('../pages/account/AccountPage.tsx')),
  },
  {
    pattern: /^\/audit$/,
    room: '/audit',
    page: page(() => import('../pages/audit/AuditPage.tsx')),
  },
]

/**
 * What a path shows: its room, its page, and the id the path names (0 for none). Null for an
 * unknown path.
 */
export function routeOf(path: string): { room: Room; page: Page; id: number } | null {
  for (const { pattern, room, page } of routes) {
    const found = pattern.exec(path)
    if (found)
      return {
        room: [...rooms, accountRoom].find(each => each.path === room)!,
        page,
        id: Number(found[1] ?? 0),
      }
  }
  return null
}
