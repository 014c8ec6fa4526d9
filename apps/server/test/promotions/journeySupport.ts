import type { ConsoleSent } from '@tianping/contract/console'
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { beijing, DAY_MS } from '@tianping/money/day'
import { expect } from 'vitest'
import { JOURNEY_SETTING, journeySchema, runJourneys } from '../../src/areas/journeys/journeys.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { desk } from '../console/support.ts'
import { openSlotSite } from '../support/slotSite.ts'

export const MINUTE_MS = 60_000
export type Terms = ConsoleSent<'POST /api/console/journeys/propose'>

type Opened = Awaited<ReturnType<typeof openSlotSite>>
type Staff = { chief: Opened['chief']; other: Opened['other'] }
type Base = Pick<Opened, 'owner' | 'clock' | 'site'> & { on: Staff }

/** A site with two operators, and what tests of journeys do with it. */
export async function openJourneys() {
  const { owner, clock, site, chief, other } = await openSlotSite()
  const base: Base = { owner, clock, site, on: { chief, other } }
  const world = { ...base, ...timeOf(base), ...membersOf(base), ...readings(base) }
  const all = { ...world, ...deskOf({ ...base, ...timeOf(base) }) }
  await all.configure(1_000_000_00)
  return all
}

function timeOf({ clock, site, on }: Base) {
  const monthIn = (days: number) =>
    beijing(new Date(clock.now().getTime() + days * DAY_MS)).slice(0, 7)
  /** Later, other operators are on duty. */
  const pass = async (minutes: number) => {
    clock.advance(minutes * MINUTE_MS)
    on.chief = await desk(site, 'admin')
    on.other = await desk(site, 'admin')
  }
  return {
    pass,
    /** From here on so many days are of one month, which a budget is for. */
    monthWithRoom: async (days: number) => {
      while (monthIn(0) !== monthIn(days)) await pass(1_440)
    },
    inMinutes: (minutes: number) =>
      `${beijing(new Date(clock.now().getTime() + minutes * MINUTE_MS)).slice(0, 16)}:00`,
    ago: (ms: number) => new Date(clock.now().getTime() - ms),
  }
}

function membersOf({ owner, clock, site, on }: Base) {
  return {
    /** Members of their own, and the segment that is exactly them. */
    group: async (size: number) => {
      const members = []
      for (let at = 0; at < size; at++) members.push(await site.member())
      const name = `组${Math.random().toString(36).slice(2, 10)}`
      const { tagId } = await theRow(
        owner,
        sql<{
          tagId: bigint
        }>`insert into tag (name, note, created_by, created_at) values (${name}, '', 'test', ${clock.now()}) returning tag_id`,
      )
      for (const { memberId } of members)
        await run(
          owner,
          sql`insert into member_tag (tag_id, member_id, set_by, set_at) values (${tagId}, ${memberId}, 'test', ${clock.now()})`,
        )
      // A bonus asks for a person who is known.
      for (const { memberId } of members)
        await run(
          owner,
          sql`insert into verified_contact (member_id, channel, contact, contact_digest, verified_at)
          values (${memberId}, 'mail', ${`m${memberId}`}, sha256(${String(memberId)}::bytea), ${clock.now()})`,
        )
      const { data } = await on.chief.call('POST /api/console/segments/save', {
        segment_id: 0,
        name,
        note: '',
        conditions: [{ fact: 'tag', days: 0, least: null, most: null, id: Number(tagId) }],
      })
      return { members, ids: members.map(each => each.memberId), segment: data.segment_id }
    },
    joinedAt: (memberId: bigint, at: Date) =>
      run(owner, sql`update member set created_at = ${at} where member_id = ${memberId}`),
    /** Without a session that is still open. */
    lastSeenAt: async (memberId: bigint, at: Date) => {
      await run(owner, sql`delete from session where member_id = ${memberId}`)
      await run(owner, sql`update member set last_login_at = ${at} where member_id = ${memberId}`)
    },
    exclude: (memberId: bigint) =>
      transaction(owner, tx =>
        blockMember(site.services, tx, {
          memberId,
          kind: 'exclusion',
          term: '1y',
          until: new Date(clock.now().getTime() + 366 * DAY_MS),
          reason: '',
          setBy: '',
          setAt: clock.now(),
        }),
      ),
  }
}

function deskOf({ owner, clock, on, inMinutes, ago }: Base & ReturnType<typeof timeOf>) {
  const terms = (): Terms => ({
    replaces: 0,
    name: '新会员问候',
    segment_id: 0,
    product: '',
    trigger: 'registered',
    days: 3,
    title: '欢迎您',
    content: '<p>欢迎</p>',
    bonus: '8',
    turnover_times: 3,
    again_days: 0,
    per_day: 100,
    month_budget: '1000',
    starts_at: inMinutes(0),
    ends_at: inMinutes(60 * 24 * 90),
    advert: { reason: '测试' },
  })
  const propose = (more: Partial<Terms> = {}, by = on.chief) =>
    by.call('POST /api/console/journeys/propose', { ...terms(), ...more })
  const approve = (id: number, by = on.other) =>
    by.call('POST /api/console/journeys/approve', { id })
  return {
    terms,
    propose,
    approve,
    configure: (monthFen: number) =>
      writeSetting(
        owner,
        JOURNEY_SETTING,
        journeySchema,
        { monthFen },
        { name: 'test', at: clock.now() },
      ),
    /** A journey that was approved long ago, so that what the test sets up counts. */
    begun: async (more: Partial<Terms>, since = ago(100 * DAY_MS)) => {
      const { code, data, message } = await propose(more)
      expect(code, message).toBe(200)
      expect(await approve(data.id)).toMatchObject({ code: 200 })
      await run(
        owner,
        sql`update journey set since = ${since}, starts_at = ${ago(200 * DAY_MS)} where journey_id = ${data.id}`,
      )
      return data.id
    },
  }
}

function readings({ owner, clock, site, on }: Base) {
  const marksOf = (id: number) =>
    rows(
      owner,
      sql<{ memberId: bigint; refused: string; bonusFen: bigint }>`
      select member_id, refused, bonus_fen from journey_member where journey_id = ${id} order by member_id, occasion`,
    )
  return {
    marksOf,
    reachedBy: async (id: number) =>
      (await marksOf(id)).flatMap(({ memberId, refused }) => (refused === '' ? [memberId] : [])),
    /** The next walk begins now, and goes on until it is over. */
    jobs: async () => {
      await run(owner, sql`update journey set next_at = ${clock.now()} where state = 2`)
      while ((await runJourneys(site.services)) > 0);
    },
    shown: async (id: number) =>
      (await on.chief.call('POST /api/console/journeys/show', { id })).data,
    figures: async (id: number) =>
      (await on.chief.call('POST /api/console/journeys/figures', { id })).data,
    lettersOf: (memberId: bigint) =>
      rows(
        owner,
        sql<{ title: string; content: string; kind: string }>`
        select title, content, kind from message where member_id = ${memberId} and title = '欢迎您' order by message_id`,
      ),
    cashOf: async (memberId: bigint) => (await balances(owner, memberId)).cashAvailableFen,
  }
}
