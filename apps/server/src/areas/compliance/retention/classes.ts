// What ends when: each class with its days and the step that ends some of its rows.
import type { EndingClass } from '@tianping/contract/compliance/facts'
import type { Db } from '@tianping/database'
import type { Services } from '../../../kernel/http/services.ts'
import { dropRefusals } from '../../../kernel/http/refusalJournal.ts'
import { dropSecurity, securityKeepDays } from '../../../kernel/security/events.ts'
import { readVersioned } from '../../../kernel/setting.ts'
import { dropTraces } from '../../account/account.ts'
import { redactPayers } from '../../bankLines/bankLines.ts'
import { dropReceipts } from '../../cashier/cashier.ts'
import { redactComplaints } from '../../complaints/complaints.ts'
import { dropDeliveries } from '../../delivery/delivery.ts'
import { dropMessages } from '../../message/message.ts'
import { dropStretches } from '../../protection/protection.ts'
import { redactTickets } from '../../tickets/tickets.ts'
import { dropLaunches } from '../../venues/venues.ts'
import { dropOldDocuments, verificationSetting } from '../../verification/verification.ts'
import { RETENTION_SETTING, retentionSchema } from './setting.ts'

export type Schedule = { version: number; days: Record<EndingClass, number> }

/** The days of every class, from the rules where they are set. */
export async function scheduleNow(db: Db): Promise<Schedule> {
  const [{ value, version }, security, { keepYears }] = await Promise.all([
    readVersioned(db, RETENTION_SETTING, retentionSchema),
    securityKeepDays(db),
    verificationSetting(db),
  ])
  const days = {
    refusals: value.refusalDays,
    security,
    devices: value.deviceDays,
    visits: value.visitDays,
    launches: value.launchDays,
    deliveries: value.deliveryDays,
    messages: value.messageDays,
    documents: Math.ceil(keepYears * 365.25),
    receipts: value.receiptDays,
    payers: value.payerDays,
    complaints: value.complaintDays,
    tickets: value.ticketDays,
  }
  return { version, days }
}

export type Working = Pick<Services, 'db' | 'clock' | 'log'>
/** Ends at most so many rows from before a moment; answers how many, 0 when none is left. */
export type Ending = (services: Working, before: Date, limit: number) => Promise<number>

export const endings: Record<EndingClass, Ending> = {
  refusals: ({ db }, before, limit) => dropRefusals(db, before, limit),
  security: ({ db }, before, limit) => dropSecurity(db, before, limit),
  devices: ({ db }, before, limit) => dropTraces(db, before, limit),
  visits: ({ db }, before, limit) => dropStretches(db, before, limit),
  launches: ({ db }, before, limit) => dropLaunches(db, before, limit),
  deliveries: ({ db }, before, limit) => dropDeliveries(db, before, limit),
  messages: ({ db }, before, limit) => dropMessages(db, before, limit),
  // A document's own row says from when on; the years after the account's end come with it.
  documents: services => dropOldDocuments(services),
  receipts: ({ db }, before, limit) => dropReceipts(db, before, limit),
  payers: ({ db }, before, limit) => redactPayers(db, before, limit),
  complaints: ({ db }, before, limit) => redactComplaints(db, before, limit),
  tickets: ({ db }, before, limit) => redactTickets(db, before, limit),
}

/** Who looks after a class, as the schedule names them. */
export const owners: Record<EndingClass, string> = {
  refusals: '客服',
  security: '安全',
  devices: '安全',
  visits: '合规',
  launches: '客服',
  deliveries: '客服',
  messages: '客服',
  documents: '合规',
  receipts: '财务',
  payers: '财务',
  complaints: '合规',
  tickets: '客服',
}
