import { transaction, type Db } from '@tianping/database'
import { journeyState } from '@tianping/contract/journeys/facts'
import type { Services } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import * as store from './store/journey.sql.ts'
import type { Journey } from './store/journey.sql.ts'

type By = Pick<Journey, 'proposedBy' | 'decidedBy' | 'resumedBy'>

const planOf = ({ proposedBy, decidedBy, resumedBy }: By) => ({
  writtenBy: proposedBy,
  approvedBy: decidedBy,
  resumedBy,
})

/** Whether two who are still here answer for it: its proposer, its approver, who resumed it. */
export const isAnswered = async (
  db: Db,
  { operators }: Pick<Services, 'operators'>,
  by: By,
): Promise<boolean> => (await operators.answering(db, planOf(by))).length >= 2

type Deps = Pick<Services, 'db' | 'clock' | 'operators' | 'events'>

/** Pauses one for which no two persons answer, and tells the desk; answers whether it did. */
export async function pauseUnanswered(
  services: Deps,
  { journeyId: id }: Journey,
): Promise<boolean> {
  const { db, clock, operators, events } = services
  const subject = `journey:J${id}`
  const paused = await transaction(db, async tx => {
    const found = await store.lockJourney(tx, id)
    if (found?.state !== journeyState.approved) return false
    const left = await operators.answering(tx, planOf(found))
    if (left.length >= 2) return false
    const { proposedBy, decidedBy } = found
    const gone = [proposedBy, decidedBy].filter(name => !left.includes(name.toLowerCase()))
    const remark = `${gone.join('、')} 已停用或不再有权限，由系统暂停`
    await store.pauseJourney(tx, { id, by: '', remark })
    const entry = {
      action: 'journey.pause',
      subject,
      after: { state: journeyState.paused, remark },
    }
    await audit(tx, clock.now(), { operator: null, address: '' }, entry)
    return true
  })
  if (paused) events.note({ kind: 'plan_stopped', subject, address: '' })
  return paused
}
