import { TAKEN, type Table } from '../edge.ts'

const OLD = '只受理 8 个月内发生的事情，如有特殊情况请联系客服'
const OPEN = '您有 2 件投诉正在处理，请等待答复后再提交'

/** Complaints by the clock of the database, to a day or a minute. */
export const complaintEdges = {
  'complaints.answerDays': [10, 'open', 'open', 'ended'],
  'complaints.alarmHours': [10, '', 'alarm', 'alarm'],
  'complaints.eventMonths': [8, TAKEN, TAKEN, OLD],
  'complaints.maxOpen': [2, TAKEN, TAKEN, OPEN],
} satisfies Table

/** Conversations, by the millisecond. */
export const ticketEdges = {
  'tickets.maxOpen': [2, TAKEN, TAKEN, '您有 2 个会话正在处理，请在原会话中继续说明'],
  'tickets.linesPerHour': [6, TAKEN, TAKEN, '429'],
  'tickets.picturesPerHour': [2, TAKEN, TAKEN, '429'],
  'tickets.reopenDays': [5, TAKEN, TAKEN, '该会话结束已超过 5 天，请新建会话'],
  'tickets.answerMinutes': [20, '', '', 'late'],
  'tickets.silentDays': [5, 'open', 'open', 'ended'],
} satisfies Table

/** What the site says and does at a minute, and whom it lets in. */
export const siteEdges = {
  'status.windows[].from': ['2027-06-01 12:00', '', 'now', 'now'],
  'status.windows[].until': ['2027-06-02 12:00', 'now', '', ''],
  'app.modal_from': ['2027-06-01 12:00', '', 'shown', 'shown'],
  'app.modal_until': ['2027-06-01 12:00', 'shown', '', ''],
  'age.minAge': [21, '未满 21 周岁不能存款与游戏', TAKEN, TAKEN],
  'age.earliestBirthday': ['1930-01-01', '生日最早为1930-01-01', TAKEN, TAKEN],
  'security.idleMonths': [6, TAKEN, '账户超过 6 个月未登录', '账户超过 6 个月未登录'],
  'reconciliation.runAt': ['02:00', '', 'asked', 'asked'],
  'scheduled_reports.plans[].runAt': ['02:00', '', 'made', 'made'],
  'reconciliation.lateMinutes': [30, 'waiting', 'waiting', 'late'],
  'data_rights.recordYears': [3, 'kept', 'gone', 'gone'],
  'usdtRates.byHand.until': ['2027-06-01 12:00', 'hand', 'rule', 'rule'],
  'usdtRates.lowest': [7.2, '超出允许范围', '7.2000', '7.2001'],
  'usdtRates.highest': [7.3, '7.2999', '7.3000', '超出允许范围'],
} satisfies Table

/** Of the prices of the sources. */
export const rateEdges = {
  'usdtRates.maxAgeSeconds': [120, '', '', 'stale'],
  'usdtRates.maxApart': [200, '', '', 'apart'],
} satisfies Table

/** What a member brings to a venue. */
export const venueLimitEdges = {
  'venue.maxTransferFen': [300_00, 'goes', 'goes', 'over_limit'],
  'venue.exposureFen': [300_00, 'goes', 'goes', 'over_limit'],
} satisfies Table
