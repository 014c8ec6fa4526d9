import type { ConsoleCallName, Permission } from '@tianping/contract/console'
import type { IconName } from '../ui/Icon.tsx'
import { latePage as page, type LatePage, type Page } from './late.tsx'
import type { Counter } from './live.ts'

/** The parts of the side menu, in their order; rooms of one part stand together. */
export const menuGroups = [
  'desk',
  'money',
  'books',
  'compliance',
  'promotion',
  'member',
  'site',
  'staff',
] as const
export type MenuGroup = (typeof menuGroups)[number]
/** What stands above a group; the desk is always open. */
export const groupTitles: Record<MenuGroup, string> = {
  desk: '',
  money: '资金',
  books: '账务与通道',
  compliance: '风控与合规',
  promotion: '活动与代理',
  member: '会员与客服',
  site: '站点与规则',
  staff: '员工与安全',
}

/** A room: one entry of the side menu with the pages that belong to it. */
export type Room = {
  path: string
  title: string
  icon: IconName
  /** What the server asks of the call that fills the room; empty for every operator. */
  permission: Permission | ''
  /** The call that fills the room. */
  call: ConsoleCallName
  /** Null for a room that is not in the menu. */
  group: MenuGroup | null
  /** What waits here for a person: counters of the server with the list that each one counts. */
  counts?: { [C in Counter]?: ConsoleCallName }
  page: LatePage
  /** Only for who works for several brands of the deployment. */
  several?: true
  /** Further pages of the room by path; `:id` stands for a number, which the page gets. */
  more?: Record<string, Page>
}

/** All rooms. Routes, side menu, finder and window titles follow from this table. */
export const rooms: readonly Room[] = [
  {
    path: '/',
    title: '今日',
    icon: 'today',
    permission: '',
    call: 'POST /api/console/today',
    group: 'desk',
    page: page(() => import('../pages/today/TodayPage.tsx')),
  },
  {
    path: '/group',
    title: '集团总览',
    icon: 'columns',
    permission: 'figure.read',
    call: 'POST /api/console/brands/figures',
    group: 'desk',
    several: true,
    page: page(() => import('../pages/group/GroupPage.tsx')),
  },
  {
    path: '/figures',
    title: '经营报表',
    icon: 'chart',
    permission: 'figure.read',
    call: 'POST /api/console/figures/report',
    group: 'desk',
    page: page(() => import('../pages/figures/FiguresPage.tsx')),
    more: {
      '/figures/retention': page(() => import('../pages/figures/RetentionPage.tsx')),
      '/figures/liability': page(() => import('../pages/figures/LiabilityPage.tsx')),
      '/figures/files': page(() => import('../pages/figures/FilesPage.tsx')),
    },
  },
  {
    path: '/deposits',
    title: '存款审核',
    icon: 'deposit',
    permission: 'deposit.read',
    call: 'POST /api/console/deposits/list',
    group: 'money',
    counts: { deposits_pending: 'POST /api/console/deposits/list' },
    page: page(() => import('../pages/deposits/DepositsPage.tsx')),
  },
  {
    path: '/bank-lines',
    title: '银行流水',
    icon: 'bank',
    permission: 'deposit.read',
    call: 'POST /api/console/bank-lines/list',
    group: 'money',
    counts: { bank_lines_open: 'POST /api/console/bank-lines/list' },
    page: page(() => import('../pages/bankLines/BankLinesPage.tsx')),
  },
  {
    path: '/withdrawals',
    title: '取款审核',
    icon: 'withdrawal',
    permission: 'withdrawal.read',
    call: 'POST /api/console/withdrawals/list',
    group: 'money',
    counts: { withdrawals_pending: 'POST /api/console/withdrawals/list' },
    page: page(() => import('../pages/withdrawals/WithdrawalsPage.tsx')),
  },
  {
    path: '/payouts',
    title: '付款',
    icon: 'payout',
    permission: 'payout.read',
    call: 'POST /api/console/payouts/list',
    group: 'money',
    counts: { payouts_open: 'POST /api/console/payouts/list' },
    page: page(() => import('../pages/payouts/PayoutsPage.tsx')),
  },
  {
    path: '/payout-batches',
    title: '付款批次',
    icon: 'batch',
    permission: 'payout.read',
    call: 'POST /api/console/payout-batches/list',
    group: 'money',
    page: page(() => import('../pages/payoutBatches/BatchesPage.tsx')),
  },
  {
    path: '/refunds',
    title: '退款',
    icon: 'refund',
    permission: 'payout.read',
    call: 'POST /api/console/refunds/list',
    group: 'money',
    counts: { refunds_open: 'POST /api/console/refunds/list' },
    page: page(() => import('../pages/refunds/RefundsPage.tsx')),
  },
  {
    path: '/disputes',
    title: '支付争议',
    icon: 'dispute',
    permission: 'payout.read',
    call: 'POST /api/console/disputes/list',
    group: 'money',
    counts: { disputes_open: 'POST /api/console/disputes/list' },
    page: page(() => import('../pages/disputes/DisputesPage.tsx')),
  },
  {
    path: '/adjustments',
    title: '人工调整',
    icon: 'adjust',
    permission: 'adjustment.read',
    call: 'POST /api/console/adjustments/list',
    group: 'money',
    counts: { adjustments_pending: 'POST /api/console/adjustments/list' },
    page: page(() => import('../pages/adjustments/AdjustmentsPage.tsx')),
  },
  {
    path: '/providers',
    title: '支付通道',
    icon: 'plug',
    permission: 'provider.read',
    call: 'POST /api/console/providers/list',
    group: 'books',
    page: page(() => import('../pages/providers/ProvidersPage.tsx')),
  },
  {
    path: '/callbacks',
    title: '通道回调',
    icon: 'callback',
    permission: 'callback.read',
    call: 'POST /api/console/callbacks/list',
    group: 'books',
    page: page(() => import('../pages/callbacks/CallbacksPage.tsx')),
  },
  {
    path: '/reconciliation',
    title: '对账',
    icon: 'scales',
    permission: 'reconciliation.read',
    call: 'POST /api/console/cases/list',
    group: 'books',
    counts: { cases_open: 'POST /api/console/cases/list' },
    page: page(() => import('../pages/reconciliation/ReconciliationPage.tsx')),
  },
  {
    path: '/months',
    title: '月结',
    icon: 'barred',
    permission: 'ledger.read',
    call: 'POST /api/console/months/list',
    group: 'books',
    page: page(() => import('../pages/months/MonthsPage.tsx')),
  },
  {
    path: '/risk',
    title: '风控',
    icon: 'shield',
    permission: 'risk.read',
    call: 'POST /api/console/risk/list',
    group: 'compliance',
    counts: { flags_pending: 'POST /api/console/risk/list' },
    page: page(() => import('../pages/risk/RiskPage.tsx')),
  },
  {
    path: '/screening',
    title: '名单筛查',
    icon: 'eye',
    permission: 'screening.read',
    call: 'POST /api/console/screening/list',
    group: 'compliance',
    counts: { hits_open: 'POST /api/console/screening/list' },
    page: page(() => import('../pages/screening/ScreeningPage.tsx')),
    more: {
      '/screening/lists': page(() => import('../pages/screening/ListsPage.tsx')),
      '/screening/runs': page(() => import('../pages/screening/RunsPage.tsx')),
      '/screening/lists/:id': page(() => import('../pages/screening/VersionPage.tsx')),
    },
  },
  {
    path: '/cases',
    title: '案件',
    icon: 'folder',
    permission: 'case.read',
    call: 'POST /api/console/aml/list',
    group: 'compliance',
    counts: { aml_open: 'POST /api/console/aml/list' },
    page: page(() => import('../pages/cases/CasesPage.tsx')),
    more: { '/cases/:id': page(() => import('../pages/cases/CasePage.tsx')) },
  },
  {
    path: '/care',
    title: '玩家关怀',
    icon: 'care',
    permission: 'harm.read',
    call: 'POST /api/console/harm/list',
    group: 'compliance',
    counts: { harm_pending: 'POST /api/console/harm/list' },
    page: page(() => import('../pages/harm/CarePage.tsx')),
    more: { '/care/effect': page(() => import('../pages/harm/EffectPage.tsx')) },
  },
  {
    path: '/duties',
    title: '合规日程',
    icon: 'calendar',
    permission: 'duties.read',
    call: 'POST /api/console/duties/due',
    group: 'compliance',
    page: page(() => import('../pages/duties/DutiesPage.tsx')),
    more: {
      '/duties/records': page(() => import('../pages/duties/RecordsPage.tsx')),
      '/duties/backups': page(() => import('../pages/duties/BackupsPage.tsx')),
    },
  },
  {
    path: '/compliance',
    title: '合规',
    icon: 'clipboard',
    permission: 'compliance.read',
    call: 'POST /api/console/incidents/list',
    group: 'compliance',
    counts: { compliance_alarms: 'POST /api/console/incidents/list' },
    page: page(() => import('../pages/compliance/IncidentsPage.tsx')),
    more: {
      '/compliance/incidents/:id': page(() => import('../pages/compliance/IncidentPage.tsx')),
      '/compliance/voids': page(() => import('../pages/compliance/VoidsPage.tsx')),
      '/compliance/blocks': page(() => import('../pages/compliance/BlocksPage.tsx')),
      '/compliance/limits': page(() => import('../pages/compliance/LimitsPage.tsx')),
      '/compliance/reports': page(() => import('../pages/compliance/ReportsPage.tsx')),
      '/compliance/reports/:id': page(() => import('../pages/compliance/ReportPage.tsx')),
      '/compliance/rows/:id': page(() => import('../pages/compliance/FigureRowsPage.tsx')),
      '/compliance/funds': page(() => import('../pages/compliance/FundsPage.tsx')),
      '/compliance/retention': page(() => import('../pages/compliance/RetentionPage.tsx')),
    },
  },
  {
    path: '/applications',
    title: '活动申请',
    icon: 'gift',
    permission: 'activity.read',
    call: 'POST /api/console/applications/list',
    group: 'promotion',
    counts: { applications_pending: 'POST /api/console/applications/list' },
    page: page(() => import('../pages/applications/ApplicationsPage.tsx')),
  },
  {
    path: '/activities',
    title: '活动',
    icon: 'activity',
    permission: 'activity.read',
    call: 'POST /api/console/activities/list',
    group: 'promotion',
    page: page(() => import('../pages/activities/ActivitiesPage.tsx')),
    more: {
      '/activities/:id': page(() => import('../pages/activities/ActivityPage.tsx')),
    },
  },
  {
    path: '/free-rounds',
    title: '赠送旋转',
    icon: 'spin',
    permission: 'activity.read',
    call: 'POST /api/console/free-rounds/list',
    group: 'promotion',
    page: page(() => import('../pages/freeRounds/FreeRoundsPage.tsx')),
  },
  {
    path: '/tournaments',
    title: '锦标赛',
    icon: 'trophy',
    permission: 'activity.read',
    call: 'POST /api/console/tournaments/list',
    group: 'promotion',
    counts: { tournaments_waiting: 'POST /api/console/tournaments/list' },
    page: page(() => import('../pages/tournaments/TournamentsPage.tsx')),
    more: {
      '/tournaments/:id': page(() => import('../pages/tournaments/TournamentPage.tsx')),
    },
  },
  {
    path: '/campaigns',
    title: '营销投放',
    icon: 'megaphone',
    permission: 'activity.read',
    call: 'POST /api/console/campaigns/list',
    group: 'promotion',
    counts: { campaigns_waiting: 'POST /api/console/campaigns/list' },
    page: page(() => import('../pages/campaigns/CampaignsPage.tsx')),
    more: {
      '/campaigns/:id': page(() => import('../pages/campaigns/CampaignPage.tsx')),
    },
  },
  {
    path: '/journeys',
    title: '自动触达',
    icon: 'route',
    permission: 'activity.read',
    call: 'POST /api/console/journeys/list',
    group: 'promotion',
    counts: { journeys_waiting: 'POST /api/console/journeys/list' },
    page: page(() => import('../pages/journeys/JourneysPage.tsx')),
    more: {
      '/journeys/:id': page(() => import('../pages/journeys/JourneyPage.tsx')),
    },
  },
  {
    path: '/giveaways',
    title: '专项优惠',
    icon: 'voucher',
    permission: 'activity.read',
    call: 'POST /api/console/giveaways/list',
    group: 'promotion',
    counts: { giveaways_waiting: 'POST /api/console/giveaways/list' },
    page: page(() => import('../pages/giveaways/GiveawaysPage.tsx')),
    more: {
      '/giveaways/:id': page(() => import('../pages/giveaways/GiveawayPage.tsx')),
      '/giveaways/:id/codes': page(() => import('../pages/giveaways/CodesPage.tsx')),
    },
  },
  {
    path: '/jackpots',
    title: '奖池',
    icon: 'pool',
    permission: 'activity.read',
    call: 'POST /api/console/jackpots/list',
    group: 'promotion',
    page: page(() => import('../pages/jackpots/JackpotsPage.tsx')),
  },
  {
    path: '/levels',
    title: '等级放行',
    icon: 'level',
    permission: 'vip.read',
    call: 'POST /api/console/vip-releases/waiting',
    group: 'promotion',
    counts: { releases_waiting: 'POST /api/console/vip-releases/waiting' },
    page: page(() => import('../pages/levels/WaitingPage.tsx')),
    more: { '/levels/releases': page(() => import('../pages/levels/ReleasesPage.tsx')) },
  },
  {
    path: '/agents',
    title: '代理',
    icon: 'agents',
    permission: 'agent.read',
    call: 'POST /api/console/agents/list',
    group: 'promotion',
    counts: {
      agents_pending: 'POST /api/console/agents/list',
      statements_pending: 'POST /api/console/statements/list',
      plans_waiting: 'POST /api/console/agent-plans/list',
    },
    page: page(() => import('../pages/agents/AgentsPage.tsx')),
    more: {
      '/statements': page(() => import('../pages/agents/StatementsPage.tsx')),
      '/tree': page(() => import('../pages/agents/TreePage.tsx')),
      '/plans': page(() => import('../pages/agents/PlansPage.tsx')),
      '/channels': page(() => import('../pages/agents/ChannelsPage.tsx')),
      '/agents/:id/days': page(() => import('../pages/agents/DaysPage.tsx')),
    },
  },
  {
    path: '/members',
    title: '会员',
    icon: 'members',
    permission: 'member.read',
    call: 'POST /api/console/members/list',
    group: 'member',
    counts: {
      pay_requests_pending: 'POST /api/console/members/pay-requests/list',
      protection_requests_waiting: 'POST /api/console/protection-requests/list',
    },
    page: page(() => import('../pages/members/MembersPage.tsx')),
    more: {
      '/members/pay-requests': page(() => import('../pages/members/PayRequestsPage.tsx')),
      '/members/tags': page(() => import('../pages/members/TagsPage.tsx')),
      '/members/segments': page(() => import('../pages/members/SegmentsPage.tsx')),
      '/members/watch': page(() => import('../pages/members/WatchPage.tsx')),
      '/members/tests': page(() => import('../pages/members/TestAccountsPage.tsx')),
      '/members/protection': page(() => import('../pages/members/ProtectionRequestsPage.tsx')),
      '/members/:id': page(() => import('../pages/member/MemberPage.tsx')),
    },
  },
  {
    path: '/verifications',
    title: '身份认证',
    icon: 'identity',
    permission: 'verification.read',
    call: 'POST /api/console/verifications/list',
    group: 'member',
    counts: { verifications_pending: 'POST /api/console/verifications/list' },
    page: page(() => import('../pages/verifications/VerificationsPage.tsx')),
    more: {
      '/verifications/assessments': page(
        () => import('../pages/verifications/AssessmentsPage.tsx'),
      ),
    },
  },
  {
    path: '/tickets',
    title: '客服会话',
    icon: 'mail',
    permission: 'ticket.read',
    call: 'POST /api/console/tickets/list',
    group: 'member',
    counts: { tickets_waiting: 'POST /api/console/tickets/list' },
    page: page(() => import('../pages/tickets/TicketsPage.tsx')),
  },
  {
    path: '/complaints',
    title: '投诉',
    icon: 'hand',
    permission: 'complaint.read',
    call: 'POST /api/console/complaints/list',
    group: 'member',
    counts: {
      complaints_waiting: 'POST /api/console/complaints/list',
      data_requests_waiting: 'POST /api/console/data-requests/list',
    },
    page: page(() => import('../pages/complaints/ComplaintsPage.tsx')),
    more: {
      '/complaints/data-requests': page(() => import('../pages/complaints/DataRequestsPage.tsx')),
    },
  },
  {
    path: '/bets',
    title: '注单',
    icon: 'bets',
    permission: 'bet.read',
    call: 'POST /api/console/bets/list',
    group: 'member',
    page: page(() => import('../pages/bets/BetsPage.tsx')),
  },
  {
    path: '/venues',
    title: '场馆',
    icon: 'venues',
    permission: 'venue.read',
    call: 'POST /api/console/venues/list',
    group: 'site',
    counts: {
      transfers_unknown: 'POST /api/console/transfers/list',
      leftovers_open: 'POST /api/console/leftovers/list',
    },
    page: page(() => import('../pages/venues/VenuesPage.tsx')),
  },
  {
    path: '/site',
    title: '站点',
    icon: 'site',
    permission: 'site.read',
    call: 'POST /api/console/site/show',
    group: 'site',
    page: page(() => import('../pages/site/SitePage.tsx')),
  },
  {
    path: '/deliveries',
    title: '发送记录',
    icon: 'send',
    permission: 'delivery.read',
    call: 'POST /api/console/deliveries/list',
    group: 'site',
    page: page(() => import('../pages/deliveries/DeliveriesPage.tsx')),
  },
  {
    path: '/rules',
    title: '规则',
    icon: 'rules',
    permission: 'rule.read',
    call: 'POST /api/console/rules/list',
    group: 'site',
    counts: { proposals_open: 'POST /api/console/rules/list' },
    page: page(() => import('../pages/rules/RulesPage.tsx')),
  },
  {
    path: '/staff',
    title: '员工',
    icon: 'staff',
    permission: 'staff.read',
    call: 'POST /api/console/staff/list',
    group: 'staff',
    counts: { staff_open: 'POST /api/console/staff/requests' },
    page: page(() => import('../pages/staff/StaffPage.tsx')),
  },
  {
    path: '/security',
    title: '安全事件',
    icon: 'alarm',
    permission: 'security.read',
    call: 'POST /api/console/security/list',
    group: 'staff',
    counts: { alerts_open: 'POST /api/console/security/alerts/list' },
    page: page(() => import('../pages/security/SecurityPage.tsx')),
    more: {
      '/security/alerts': page(() => import('../pages/security/AlertsPage.tsx')),
      '/security/program': page(() => import('../pages/security/ProgramPage.tsx')),
    },
  },
  {
    path: '/audit',
    title: '审计日志',
    icon: 'audit',
    permission: 'audit.read',
    call: 'POST /api/console/audit/list',
    group: 'staff',
    page: page(() => import('../pages/audit/AuditPage.tsx')),
  },
]

/** One's own account: reached from one's name, not from the menu, and open to every operator. */
export const accountRoom: Room = {
  path: '/account',
  title: '我的账号',
  icon: 'person',
  permission: '',
  call: 'POST /api/console/account/show',
  group: null,
  page: page(() => import('../pages/account/AccountPage.tsx')),
}

/** The rooms of the side menu that an operator enters, part by part. */
export const menuFor = (enters: (room: Room) => boolean): Room[][] =>
  menuGroups
    .map(group => rooms.filter(room => room.group === group && enters(room)))
    .filter(part => part.length > 0)

/** Every counter of the menu with the list that it counts. */
export const countedLists = rooms.flatMap(
  ({ counts = {} }) => Object.entries(counts) as [Counter, ConsoleCallName][],
)

type Route = { pattern: RegExp; room: Room; page: Page }

const patternOf = (path: string) => new RegExp(`^${path.replace(':id', '(\\d{1,15})')}$`)

const routes: Route[] = [...rooms, accountRoom].flatMap(room =>
  Object.entries({ [room.path]: room.page, ...room.more }).map(([path, page]) => ({
    pattern: patternOf(path),
    room,
    page,
  })),
)

/**
 * What a path shows: its room, its page, and the id the path names (0 for none). Null for an
 * unknown path.
 */
export function routeOf(path: string): { room: Room; page: Page; id: number } | null {
  for (const { pattern, room, page } of routes) {
    const found = pattern.exec(path)
    if (found) return { room, page, id: Number(found[1] ?? 0) }
  }
  return null
}
