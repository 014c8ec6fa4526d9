import { alike, TAKEN, type Table } from '../edge.ts'

const EARLY = '调高须等到'
const EXCLUDED = '您已自我排除，期间不能存款与游戏'

/** How long what members set stands or waits, by the millisecond. */
export const protectionEdges = {
  'protection.relaxHours': [30, EARLY, TAKEN, TAKEN],
  'protection.confirmDays': [3, TAKEN, '没有待确认的调高', '没有待确认的调高'],
  'protection.operatorHours': [10, TAKEN, '超过您的每日存款限额', '超过您的每日存款限额'],
  'protection.realityOptions[]': [25, '请选择列出的提醒间隔', TAKEN, '请选择列出的提醒间隔'],
  'protection.reviewMonths': [3, '', 'due', 'due'],
  'protection.returnHours': [30, EXCLUDED, TAKEN, TAKEN],
  'protection.returnForeverHours': [200, EXCLUDED, TAKEN, TAKEN],
  'protection.foreverMonths': [72, '自我排除到', TAKEN, TAKEN],
  'protection.deadHelpDays': [
    4,
    TAKEN,
    '援助信息暂时无法打开，修复前不能进入游戏',
    '援助信息暂时无法打开，修复前不能进入游戏',
  ],
} satisfies Table

const TIER = '请先完成'
const HELD = '须完成身份认证'
/** What a member of the tier below, of the tier, and of one above is told. */
export const verificationEdges = {
  'verification.firstWithdrawalTier': [1, HELD, '已通过', '已通过'],
  'verification.depositTier': [1, TIER, TAKEN, TAKEN],
  'verification.playTier': [1, TIER, TAKEN, TAKEN],
  'verification.withdrawalSum.tier1AboveFen': [300_00, '0', '0', '1'],
  'verification.withdrawalSum.tier2AboveFen': [300_00, '0', '0', '2'],
  'verification.depositSum.tier1AboveFen': [300_00, TAKEN, TAKEN, '身份认证'],
  'verification.depositSum.tier2AboveFen': [300_00, TAKEN, TAKEN, '高级认证'],
  'verification.tries': [2, TAKEN, '认证多次未通过，请联系客服', '认证多次未通过，请联系客服'],
  'verification.validMonths': [12, 'counts', 'over', 'over'],
  'verification.renewDays': [10, 'soon', 'soon', 'no'],
  'verification.keepYears': [3, 'kept', 'gone', 'gone'],
} satisfies Table

/** As many raise a flag, or as much. */
const many = [
  'risk.sharedAddress.members',
  'risk.sharedDevice.members',
  'risk.sharedCard.members',
  'risk.oppositeSides.rounds',
  'risk.structuring.atLeast',
  'risk.mule.members',
] as const
const fen = [
  'risk.bonusAbuse.minFen',
  'risk.rapidInOut.minFen',
  'risk.largeWin.betFen',
  'risk.thirdParty.minFen',
] as const
/** Moments by the millisecond, percents by the fen. */
export const riskEdges = {
  ...alike(many, [4, '', 'flag', 'flag']),
  ...alike(fen, [2_500_00, '', 'flag', 'flag']),
  'risk.lookBackDays': [10, 'flag', 'flag', ''],
  'risk.bonusAbuse.percent': [25, '', 'flag', 'flag'],
  'risk.oppositeSides.percent': [70, '', 'flag', 'flag'],
  'risk.rapidInOut.hours': [10, 'flag', 'flag', ''],
  'risk.rapidInOut.percent': [70, '', 'flag', 'flag'],
  'risk.rapidInOut.turnoverPercent': [90, 'flag', '', ''],
  'risk.changedPayout.hours': [10, 'flag', 'flag', ''],
  'risk.largeWin.dayFen': [40_000_00, '', 'flag', 'flag'],
  'risk.largeWin.times': [50, '', 'flag', 'flag'],
  'risk.largeSum.days': [5, 'flag', 'flag', ''],
  'risk.largeSum.sumFen': [300_000_00, '', 'flag', 'flag'],
  'risk.structuring.limitFen': [40_000_00, 'flag', '', ''],
  'risk.structuring.nearPercent': [70, '', 'flag', 'flag'],
  'risk.structuring.hours': [10, 'flag', 'flag', ''],
  'risk.mule.throughFen': [30_000_00, '', 'flag', 'flag'],
  'risk.mule.turnoverPercent': [40, 'flag', '', ''],
  'risk.manyMethods.days': [4, 'flag', 'flag', ''],
  'risk.manyMethods.methods': [6, '', 'flag', 'flag'],
  'risk.manyMethods.accounts': [5, '', 'flag', 'flag'],
  'risk.beyondProfile.profileTimes': [5, '', '', 'flag'],
  'risk.refusedDiligence.aboveFen': [20_000_00, '', 'flag', 'flag'],
} satisfies Table
