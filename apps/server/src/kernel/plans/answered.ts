// Plans that two persons approved and that go on by themselves: they run while two who are still
// here answer for them (docs/decisions/0233-what-is-planned-needs-two-who-are-here.md).
import { transaction, type Db, type Tx } from '@tianping/database'
import type { Services } from '../http/services.ts'
import { audit } from '../operator/audit.ts'

/** By name; `resumedBy` is empty for nobody. */
type By = { proposedBy: string; decidedBy: string; resumedBy: string }

const NEEDED = 2

const answering = (db: Db, { operators }: Pick<Services, 'operators'>, by: By) =>
  operators.answering(db, {
    writtenBy: by.proposedBy,
    approvedBy: by.decidedBy,
    resumedBy: by.resumedBy,
  })

/** Whether two who are still here answer for it: its proposer, its approver, who resumed it. */
export const isAnswered = async (
  db: Db,
  services: Pick<Services, 'operators'>,
  by: By,
): Promise<boolean> => (await answering(db, services, by)).length >= NEEDED

export type Running = {
  /** As the audit log and the alert name it: `campaign:C1`. */
  subject: string
  /** What the audit log calls the pause, and the state it leads to. */
  action: string
  paused: number
  /** Locks it; undefined unless it runs. */
  lock: (tx: Tx) => Promise<By | undefined>
  pause: (tx: Tx, remark: string) => Promise<unknown>
}

/** Pauses one for which no two persons answer, and tells the desk; answers whether it did. */
export async function pauseUnanswered(
  services: Pick<Services, 'db' | 'clock' | 'operators' | 'events'>,
  { subject, action, paused, lock, pause }: Running,
): Promise<boolean> {
  const { db, clock, events } = services
  const ended = await transaction(db, async tx => {
    const by = await lock(tx)
    if (!by) return false
    const left = await answering(tx, services, by)
    if (left.length >= NEEDED) return false
    const gone = [by.proposedBy, by.decidedBy].filter(name => !left.includes(name.toLowerCase()))
    const remark = `${gone.join('、')} 已停用或不再有权限，由系统暂停`
    await pause(tx, remark)
    const entry = { action, subject, after: { state: paused, remark } }
    await audit(tx, clock.now(), { operator: null, address: '' }, entry)
    return true
  })
  if (ended) events.note({ kind: 'plan_stopped', subject, address: '' })
  return ended
}
