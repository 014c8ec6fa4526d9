import { rows, run, sql, theRow, transaction, type Sql, type Tx } from '@tianping/database'
import { addDays, startOfDay } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { calculateChunk } from '../../src/areas/rebate/store/rebate.sql.ts'
import { reviewChunk } from '../../src/areas/vip/store/vip.sql.ts'
import { openEngines } from './turnoverSupport.ts'

const { owner, clock, members } = await openEngines('2027-01-01T12:00')

type Step = {
  'Relation Name'?: string
  'Subplan Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  Plans?: Step[]
}
/** Executes a statement and answers the steps of its plan, with what each of them touched. */
async function stepsOf(tx: Tx, statement: Sql): Promise<Step[]> {
  const { 'QUERY PLAN': plan } = await theRow(
    tx,
    sql<{
      'QUERY PLAN': { Plan: Step }[]
    }>`explain (analyze, buffers, timing off, summary off, format json) ${statement}`,
  )
  const all = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(all)]
  return all(plan[0]!.Plan)
}
/** Nothing of it stays: the rows are of no bets and no review. */
async function undone(work: (tx: Tx) => Promise<void>): Promise<void> {
  const end = new Error('undone')
  await transaction(owner, async tx => {
    await work(tx)
    throw end
  }).catch((error: unknown) => {
    if (error !== end) throw error
  })
}

test('a long run of rebates is linear: a chunk begins where the last one ended, and never walks over what was calculated before it', () =>
  undone(async tx => {
    const [who] = (await members(1)) as [bigint]
    // Days by the thousand, each a row that is due.
    await run(
      tx,
      sql`
    insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
    select ${who}, '2010-01-01'::date + n, 6, 'concise', 1, 10000, 10000, 0 from generate_series(0, 3999) n`,
    )
    const walked: number[] = []
    for (let chunk = 0; chunk < 20; chunk++) {
      const after = { day: addDays('2010-01-01', chunk * 200 - 1), memberId: who }
      const steps = await stepsOf(
        tx,
        calculateChunk({ after, before: '2021-01-01', size: 200, now: clock.now() }),
      )
      walked.push(steps.find(step => step['Subplan Name'] === 'CTE found')!['Shared Hit Blocks'])
    }
    expect(await rows(tx, sql`select from rebate where member_id = ${who}`)).toHaveLength(4_000)
    expect(Math.max(...walked.slice(1))).toBeLessThanOrEqual(walked[0]! + 10)
  }))

test.each([
  ['with no level that waits', null],
  ['where levels wait for a release', { vip: 2, since: '2026-10-01' }],
])(
  'a long review of levels is linear %s: a chunk reads the rows of its own members in every table, and no others',
  (_, release) =>
    undone(async tx => {
      const [last] = (await members(1)) as [bigint]
      await run(
        tx,
        sql`
    insert into member (name, realname, password_hash, pay_password_hash, invite_code, vip, created_at)
    select 'linear' || n, '', '', '', 'linear' || n, 1, ${clock.now()} from generate_series(1, 10000) n`,
      )
      await run(
        tx,
        sql`
    insert into vip_standing (member_id, peak_vip, window_from, window_to, level_from)
    select member_id, 2, '2020-01-01', '2020-03-31', '2020-01-01' from member where member_id > ${last}`,
      )
      await run(
        tx,
        sql`insert into turnover_total (member_id, bets, valid_fen) select member_id, 1, 100000000 from member where member_id > ${last}`,
      )
      // Everybody has the figures and waited before; every second member has a release.
      if (release !== null) {
        await run(tx, sql`update vip_level set recharge_fen = 0 where vip = 2`)
        await run(
          tx,
          sql`
      insert into vip_waiting (member_id, vip, since, day, deposit_fen, turnover_fen)
      select member_id, 2, '2026-12-01', '2027-01-01', 0, 0 from member where member_id > ${last}`,
        )
        await run(
          tx,
          sql`
      insert into vip_release (member_id, vip, affordability_on, affordability, harm_on, harm, diligence_on, diligence,
        recorded_by, recorded_at, state, decided_by, decided_at)
      select member_id, 2, '2026-12-01', '-', '2026-12-01', '-', '2026-12-01', '-', 'a', ${clock.now()}, 2, 'b', ${clock.now()}
      from member where member_id > ${last} and member_id % 2 = 0`,
        )
      }
      for (const table of [
        'member',
        'vip_standing',
        'turnover_total',
        'vip_release',
        'vip_waiting',
      ])
        await run(tx, sql`analyze ${sql.id(table)}`)
      const review = {
        day: '2027-01-02',
        dayStart: startOfDay('2027-01-02'),
        windowDays: 90,
        winBack: false,
        rulesVersion: 1,
        release,
        now: clock.now(),
      }
      const read = (await stepsOf(tx, reviewChunk(last + 4_000n, 500, review)))
        .filter(step => step['Relation Name'] !== undefined)
        .map(step => {
          const touched =
            (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
          return `${step['Relation Name']} ${touched <= 500 ? 'its own' : touched}`
        })
      expect(read).toContain('vip_standing its own')
      expect(read.includes('vip_release its own')).toBe(release !== null)
      expect(read.filter(line => !line.endsWith('its own'))).toEqual([])
    }),
)
