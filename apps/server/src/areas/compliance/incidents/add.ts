import type { Tx } from '@tianping/database'
import { readVersioned } from '../../../kernel/setting.ts'
import { COMPLIANCE_SETTING, complianceSchema } from '../setting.ts'
import { insertDuty } from '../store/duty.sql.ts'
import {
  insertIncident,
  insertNote,
  type Incident,
  type NewIncident,
} from '../store/incident.sql.ts'
import { dutiesOf } from './duties.ts'

/** Writes down an incident with what it asks for, by the rule as it is now. */
export async function addIncident(tx: Tx, incident: NewIncident): Promise<bigint> {
  const { incidentId } = await insertIncident(tx, incident)
  await addDuties(tx, { ...incident, incidentId })
  const { openedBy: by, openedAt: at, title: content } = incident
  await insertNote(tx, { incidentId, kind: 'opened', content, by, at })
  return incidentId
}

/** Adds what an incident asks for beyond what is written down; a deadline never moves. */
export async function addDuties(
  tx: Tx,
  incident: Pick<Incident, 'incidentId' | 'kind' | 'foundAt' | 'beganAt' | 'endedAt' | 'highRisk'>,
) {
  const { value, version } = await readVersioned(tx, COMPLIANCE_SETTING, complianceSchema)
  for (const due of dutiesOf(incident, value))
    await insertDuty(tx, { incidentId: incident.incidentId, ...due, version })
}
