// Giveaways as tests propose and approve them.
import { run, sql, transaction, type Db } from '@tianping/database'
import { beijing, DAY_MS } from '@tianping/money/day'
import { expect } from 'vitest'
import { giveawaySchema, GIVEAWAY_SETTING } from '../../src/areas/giveaways/giveaways.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk, type Desk } from '../console/support.ts'
import type { TestClock, TestSite } from '../support/site.ts'

export const MINUTE_MS = 60_000

type Blocked = { memberId: bigint }

/** Excludes one member for a year, and gives another one a break of a day. */
export async function blockBoth(
  site: TestSite,
  owner: Db,
  { excluded, resting, now }: { excluded: Blocked; resting: Blocked; now: Date },
): Promise<void> {
  const blocks = [
    { ...excluded, kind: 'exclusion', term: '1y', days: 366 },
    { ...resting, kind: 'timeout', term: '24h', days: 1 },
  ] as const
  for (const { memberId, kind, term, days } of blocks)
    await transaction(owner, tx =>
      blockMember(site.services, tx, {
        memberId,
        kind,
        term,
        until: new Date(now.getTime() + days * DAY_MS),
        reason: '',
        setBy: '',
        setAt: now,
      }),
    )
}

export async function openGiveaways(site: TestSite, clock: TestClock) {
  const duty = { chief: await desk(site, 'admin'), other: await desk(site, 'admin') }
  /** Hours later, other operators are on duty. */
  async function relieve() {
    duty.chief = await desk(site, 'admin')
    duty.other = await desk(site, 'admin')
  }
  const configure = (monthBudgetFen: number) =>
    writeSetting(
      site.services.db,
      GIVEAWAY_SETTING,
      giveawaySchema,
      { monthBudgetFen },
      { name: 'test', at: clock.now() },
    )
  const inMinutes = (minutes: number) =>
    `${beijing(new Date(clock.now().getTime() + minutes * MINUTE_MS)).slice(0, 16)}:00`
  const common = () => ({
    name: '夜场优惠',
    note: '',
    budget: '100',
    turnover_times: 3,
    min_vip: 0,
    segment_id: 0,
    starts_at: inMinutes(1),
    ends_at: inMinutes(3 * 24 * 60),
  })
  const approve = (id: number, by: Desk = duty.other) =>
    by.call('POST /api/console/giveaways/approve', { id })
  /** Approves what was proposed; it has begun. */
  async function begun({ data, message }: { data: { id: number } | null; message: string }) {
    expect(data, message).not.toBeNull()
    const { id } = data!
    expect(await approve(id)).toMatchObject({ code: 200 })
    clock.advance(MINUTE_MS)
    return id
  }
  return { duty, relieve, configure, inMinutes, common, approve, begun }
}

/** A confirmed risk, which keeps every bonus of the member. */
export const holdBonus = (owner: Db, memberId: bigint, at: Date) =>
  run(
    owner,
    sql`
    insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state, decided_by, decided_at)
    values (${memberId}, 'bonus_abuse', 'x', 1, '{}', 50, ${at}, ${at}, 2, 'risk', ${at})`,
  )
export const releaseBonus = (owner: Db, memberId: bigint) =>
  run(owner, sql`update risk_flag set state = 3 where member_id = ${memberId}`)
export const HELD = '您的账户有待处理的事项，暂不能领取，请联系客服'
