import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { underCaseNo } from '../../kernel/caseNo.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import { attempt } from '../../kernel/http/throttle.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { notify } from '../message/message.ts'
import { aboutComplaint, acknowledgement } from './letters.ts'
import { complaintSetting } from './setting.ts'
import { insertComplaint, insertMessage, openOf } from './store/complaint.sql.ts'

const complainByMember = { attempts: 10, windowMs: 86_400_000 }

/** Counts one complaint of a member; beyond ten a day it is refused. */
export const countComplaint = (db: Db, memberId: bigint, now: Date) =>
  attempt(db, `complaint:${memberId}`, complainByMember, now)

type Filed = {
  memberId: bigint
  kind: string
  content: string
  orderNo: string
  eventDay: string | null
  actionKey: string
}

/** Files a complaint, with its clock and its acknowledgement; answers its number. */
export async function fileComplaint(tx: Tx, now: Date, filed: Filed): Promise<string> {
  const { content, ...row } = filed
  const { memberId } = filed
  const { maxOpen, answerDays } = await complaintSetting(tx)
  // Two at once are counted one after the other.
  await lockMember(tx, memberId)
  if ((await openOf(tx, memberId)) >= maxOpen)
    throw new Refusal(say('complaint.too_many', { max: maxOpen }))
  const made = await underCaseNo('C', now, async complaintNo => {
    const inserted = await insertComplaint(tx, { complaintNo, answerDays, ...row })
    return inserted && { complaintNo, ...inserted }
  })
  const { complaintId } = made
  await insertMessage(tx, { complaintId, author: 'member', content })
  const { title, text } = acknowledgement(made)
  await insertMessage(tx, { complaintId, author: 'system', content: text })
  await notify(tx, memberId, title, text, now, aboutComplaint(made.complaintNo))
  return made.complaintNo
}
