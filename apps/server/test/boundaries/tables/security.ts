import { securityKinds, type SecurityKind } from '@tianping/contract/security/facts'
import { alike, type Table } from '../edge.ts'

const kinds = Object.keys(securityKinds) as SecurityKind[]
export const alertTimes = kinds.map(kind => `security.alerts.${kind}.times` as const)
export const alertMinutes = kinds.map(kind => `security.alerts.${kind}.minutes` as const)

/**
 * How often raises an alert; and within how many minutes, by the millisecond between two events.
 */
export const securityEdges = {
  ...alike(alertTimes, [7, '', 'raised', 'raised']),
  ...alike(alertMinutes, [5, 'raised', '', '']),
  'security.lookupsPerHour': [12, '', '', '429'],
  'security.keepDays': [30, 'gone', 'kept', 'kept'],
} satisfies Table

/** The days of each class, by the millisecond that a row is older than its day's beginning. */
export const retentionEdges = {
  'retention.refusalDays': [40, 'gone', 'kept', 'kept'],
  'retention.deviceDays': [400, 'gone', 'kept', 'kept'],
  'retention.visitDays': [400, 'gone', 'kept', 'kept'],
  'retention.messageDays': [400, 'gone', 'kept', 'kept'],
  'retention.receiptDays': [400, 'gone', 'kept', 'kept'],
  'retention.deliveryDays': [40, 'gone', 'kept', 'kept'],
  'retention.launchDays': [400, 'gone', 'kept', 'kept'],
  'retention.payerDays': [400, 'gone', 'kept', 'kept'],
  'retention.complaintDays': [400, 'gone', 'kept', 'kept'],
  'retention.ticketDays': [400, 'gone', 'kept', 'kept'],
} satisfies Table
