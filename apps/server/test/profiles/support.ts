import type { ProfileName } from '@tianping/contract/profiles/facts'
import { run, sql, type Db } from '@tianping/database'
import { PROFILES_SETTING, profilesSchema } from '../../src/areas/profiles/profiles.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import type { TestSite } from '../support/site.ts'

/** Enables profiles for the tests that follow; without a name the site runs `base` again. */
export const enable = ({ services: { db, clock } }: TestSite, ...names: ProfileName[]) =>
  writeSetting(
    db,
    PROFILES_SETTING,
    profilesSchema,
    { enabled: Object.fromEntries(names.map(name => [name, true])), countries: ['MT', 'GB'] },
    { name: 'test', at: clock.now() },
  )

/** A member who has proven a tier, however that came. */
export const prove = (owner: Db, memberId: bigint, tier: number) =>
  run(
    owner,
    sql`
    insert into member_tier (member_id, tier, case_id) values (${memberId}, ${tier}, 0)
    on conflict (member_id) do update set tier = excluded.tier`,
  )

/** The register of excluded persons has said that a member is none. */
export const clear = (owner: Db, memberId: bigint, at: Date) =>
  run(
    owner,
    sql`
    insert into register_check (member_id, asked_at, answered_at, outcome, next_at)
    values (${memberId}, ${at}, ${at}, 'clear', ${at})`,
  )
