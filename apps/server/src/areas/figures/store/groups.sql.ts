// What members are told apart by, one text a group.
import { NO_GROUP, type Dimension } from '@tianping/contract/figures/facts'
import { sql, type Sql } from '@tianping/database'

const none = sql.literal(NO_GROUP)

/** The key of the group of a member `m`; one with several tags has a row of each. */
const keysOf = {
  agent: sql`select coalesce(m.referrer_id, ${none})::text as key`,
  channel: sql`
    select case when m.referrer_id is null then 'direct'
      when exists (select from agent a where a.member_id = m.referrer_id) then 'agent' else 'friend' end as key`,
  link: sql`select coalesce((select c.channel_id from member_channel c where c.member_id = m.member_id), ${none})::text as key`,
  level: sql`select m.vip::text as key`,
  tag: sql`
    select coalesce(own.tag_id, ${none})::text as key from (select) one
    left join (select t.tag_id from member_tag t join tag using (tag_id) where t.member_id = m.member_id
      and retired_at is null) own on true`,
  device: sql`
    select coalesce((select case when d.agent ~* 'iphone|ipad' then 'ios' when d.agent ~* 'android' then 'android' else 'desktop' end
      from device_trace d where d.member_id = m.member_id order by d.first_at limit 1), 'unknown') as key`,
  member: sql`select m.member_id::text as key`,
} as const
export type MemberDimension = keyof typeof keysOf

export const isOfMembers = (by: Dimension): by is MemberDimension => Object.hasOwn(keysOf, by)

/** Members with the groups that they are in, as `(member_id, key)`. */
export const memberGroups = (by: MemberDimension): Sql =>
  sql`(select m.member_id, g.key from member m cross join lateral (${keysOf[by]}) g)`

/** One group of members, or everybody. */
export type Group = { by: MemberDimension; key: string } | null

const isNumber = (key: string) => /^\d{1,18}$/.test(key)

/** Whether a member is in a group. */
export function inGroup(group: Group, memberId: Sql): Sql {
  if (group === null) return sql`true`
  // Found by its key, not by looking through all members.
  if (group.by === 'member')
    return isNumber(group.key) ? sql`${memberId} = ${BigInt(group.key)}` : sql`false`
  return sql`
    exists (select from ${memberGroups(group.by)} of_group where of_group.member_id = ${memberId} and of_group.key = ${group.key})`
}
