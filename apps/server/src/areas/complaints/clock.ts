// The clock of complaints: an alarm while nobody has answered, and the letter that ends a case
// whose time has run out.
import { complaintState } from '@tianping/contract/complaints/facts'
import { transaction, type Tx } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { eachAlone, partsAlone } from '../../kernel/jobs/eachAlone.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { notify } from '../message/message.ts'
import { aboutComplaint, deadlockLetter } from './letters.ts'
import { complaintSetting, type ComplaintSetting } from './setting.ts'
import {
  closeComplaint,
  insertMessage,
  lockOverdue,
  markUnanswered,
  overdueComplaints,
} from './store/complaint.sql.ts'

const AT_ONCE = 50
const system = { operator: null, address: '' }
type Deps = Pick<Services, 'db' | 'clock' | 'log'>

/** Answers how many complaints it has moved; safe on any number of instances. */
export async function runComplaints(services: Deps): Promise<number> {
  const setting = await complaintSetting(services.db)
  return partsAlone([() => raiseAlarms(services, setting), () => endOverdue(services, setting)])
}

const raiseAlarms = ({ db, clock, log }: Deps, { alarmHours }: ComplaintSetting) =>
  transaction(db, async tx => {
    const late = await markUnanswered(tx, alarmHours, AT_ONCE)
    for (const { complaintNo } of late) {
      log.warn({ complaint: complaintNo, hours: alarmHours }, 'complaint is not answered')
      const subject = `complaint:${complaintNo}`
      await audit(tx, clock.now(), system, {
        action: 'complaint.alarm',
        subject,
        after: { hours: alarmHours },
      })
    }
    return late.length
  })

/** Each by itself, so that a letter that fails holds up no other. */
async function endOverdue({ db, clock }: Deps, { disputeBody }: ComplaintSetting): Promise<number> {
  const done = await eachAlone(await overdueComplaints(db), ({ complaintId }) =>
    transaction(db, tx => endOne(tx, complaintId, { disputeBody, now: clock.now() })),
  )
  return done.filter(Boolean).length
}

type Ending = { disputeBody: ComplaintSetting['disputeBody']; now: Date }

async function endOne(tx: Tx, id: bigint, { disputeBody, now }: Ending): Promise<boolean> {
  const found = await lockOverdue(tx, id)
  if (!found) return false
  const { complaintId, complaintNo, memberId } = found
  const { title, text } = deadlockLetter(found, disputeBody)
  await insertMessage(tx, { complaintId, author: 'system', content: text })
  const state = complaintState.deadlock
  await closeComplaint(tx, { complaintId, state, outcome: '', by: 'system' })
  await notify(tx, memberId, title, text, now, aboutComplaint(complaintNo))
  await audit(tx, now, system, {
    action: 'complaint.deadlock',
    subject: `complaint:${complaintNo}`,
  })
  return true
}
