import { transaction, type Db } from '@tianping/database'
import { campaignState } from '@tianping/contract/campaigns/facts'
import type { Services } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import * as store from './store/campaign.sql.ts'
import type { Campaign } from './store/campaign.sql.ts'

type By = Pick<Campaign, 'proposedBy' | 'decidedBy' | 'resumedBy'>

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
  { campaignId: id }: Campaign,
): Promise<boolean> {
  const { db, clock, operators, events } = services
  const subject = `campaign:C${id}`
  const paused = await transaction(db, async tx => {
    const found = await store.lockCampaign(tx, id)
    if (found?.state !== campaignState.approved) return false
    const left = await operators.answering(tx, planOf(found))
    if (left.length >= 2) return false
    const { proposedBy, decidedBy } = found
    const gone = [proposedBy, decidedBy].filter(name => !left.includes(name.toLowerCase()))
    const remark = `${gone.join('、')} 已停用或不再有权限，由系统暂停`
    await store.pauseCampaign(tx, { id, by: '', remark })
    const entry = {
      action: 'campaign.pause',
      subject,
      after: { state: campaignState.paused, remark },
    }
    await audit(tx, clock.now(), { operator: null, address: '' }, entry)
    return true
  })
  if (paused) events.note({ kind: 'plan_stopped', subject, address: '' })
  return paused
}
