import type { ChannelOwner, ChannelStanding } from '@tianping/contract/channels/facts'
import { rows, sql, type Db, type Sql } from '@tianping/database'
import {
  inSpan,
  ofMember,
  ofNames,
  totalOf,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import type { Channel } from './channel.sql.ts'

export type ChannelListed = Channel & {
  username: string
  createdBy: string
  offBy: string
  offReason: string
}
export type ChannelFilter = Narrowed & {
  owner: ChannelOwner | ''
  standings: readonly ChannelStanding[]
  q: string
  paging: Paging
}

const owners: Record<ChannelOwner, Sql> = {
  agent: sql`c.agent_id is not null`,
  house: sql`c.agent_id is null`,
}
const standing = sql`case when c.off_at is null then 'on' else 'off' end`

/** The newest first. */
export async function channelRows(db: Db, f: ChannelFilter) {
  const { behind, order, key } = byId(f.paging, sql`c.channel_id`, true)
  const from = sql`
    from promo_channel c where ${f.owner === '' ? sql`true` : owners[f.owner]} and ${ofNames(f.standings, standing)}
      and (${ofMember(f.q, sql`c.agent_id`)} or c.code = ${f.q.toUpperCase()}) and ${inSpan(sql`c.created_at`, f)}`
  const read = await rows(
    db,
    sql<ChannelListed & Keyed>`
    select c.channel_id, c.code, c.agent_id, c.name, c.created_at, c.off_at, coalesce(m.name, '') as username, c.created_by, c.off_by,
      c.off_reason, ${key}
    from (select * ${from} and ${behind} order by ${order} ${window(f.paging)}) c left join member m on m.member_id = c.agent_id
      order by ${order}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from) : 0 }
}
