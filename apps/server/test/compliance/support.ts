import { sql, theRow, type Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedSite } from '../../src/demo/site.ts'
import { desk, type Desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

/** A site on a clock that stands at noon of a Friday in Beijing, with its venues. */
export async function openCompliance() {
  const { url, open } = await freshDatabase('server')
  const owner = open()
  const clock = new TestClock('2026-11-20T04:00:00Z')
  await seedSite(owner, clock.now())
  const site = await openTestSite(url, { clock })
  return { site, clock, owner, at: (hours: number) => hoursFrom(clock, hours) }
}

const hoursFrom = (clock: TestClock, hours: number) =>
  beijing(new Date(clock.now().getTime() + hours * 3_600_000))

export const told = {
  title: '数据库中断',
  description: '主库不可用，会员无法登录',
  measures: '已切换到备库',
  ended_at: '',
  affected: 12,
  high_risk: false,
}

type Kind = Parameters<typeof openIncident>[1]['kind']
export type IncidentKind = Kind

/** Opens an incident as an operator and answers its number. */
export async function openIncident(
  by: Desk,
  incident: {
    kind:
      | 'outage'
      | 'mispay'
      | 'data_breach'
      | 'suicide'
      | 'third_party_request'
      | 'court_order'
      | 'dispute_body_change'
      | 'funds_protection_change'
    found_at: string
    began_at?: string
    ended_at?: string
    member?: string
    high_risk?: boolean
    measures?: string
  },
): Promise<number> {
  const made = await by.call('POST /api/console/incidents/open', {
    ...told,
    began_at: '',
    member: '',
    ...incident,
  })
  if (made.code !== 200) throw new Error(made.message)
  return made.data.incident_id
}

export const shown = async (by: Desk, incident_id: number) =>
  (await by.call('POST /api/console/incidents/show', { incident_id })).data

/** How many alerts of a kind were raised about a subject. */
export const alertsOf = async (owner: Db, kind: string, subject: string): Promise<number> =>
  (
    await theRow(
      owner,
      sql<{ times: number }>`
      select coalesce(sum(times), 0)::int as times from security_event where kind = ${kind} and subject = ${subject}`,
    )
  ).times

export { desk }
