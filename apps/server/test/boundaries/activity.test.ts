// Conditions, bonuses and counts of activities, each applied for at its number.
import { run, sql, theRow } from '@tianping/database'
import { addDays, beijingDay, startOfDay } from '@tianping/money/day'
import { afterAll, describe } from 'vitest'
import { ruleSchema } from '../../src/areas/activity/rule.ts'
import { writeRule } from '../../src/areas/activity/writeRule.ts'
import { configure } from '../cashier/support.ts'
import { deposit } from '../redpacket/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { begins, examine, onFigure, outcome } from './examine.ts'
import type { Leaf } from './leaves.ts'
import { activityEdges } from './tables/activity.ts'
import { setLeaf, type Value } from './values.ts'
import { openWorld } from './world.ts'

const { site, owner, clock, nextNoon, play, afterTurnover } = await openWorld()
await configure(site, setting => {
  setting.deposit.turnoverTimes = 0
})
await run(owner, sql`insert into activity_type (name) values ('边界')`)
afterAll(() => assertBooksHold(owner))

const money = { fen: 1_00, window: 'ever', category: null }
/** Conditions that a row's leaf belongs to. */
const conditions: Record<string, object> = {
  min_vip: { kind: 'min_vip', vip: 1 },
  min_deposit: { kind: 'min_deposit', fen: 1_00, window: 'ever' },
  first_deposit: { kind: 'first_deposit', fen: 1_00, withinDays: 2 },
  min_turnover: { kind: 'min_turnover', ...money },
  min_loss: { kind: 'min_loss', ...money },
  friends: { kind: 'friends', count: 1, fen: 100_00, window: 'ever' },
}
const percent = { kind: 'percent', of: 'min_deposit', hundredths: 1_000, maxFen: 1 }

let activityid = 0
/** An activity of the row's own, so that nothing was applied for. */
async function set({ path, keys }: Leaf, number: Value) {
  const kind = /conditions\[\]\.(\w+)/.exec(path)?.[1]
  const base = {
    review: 'auto',
    bonus: { kind: 'fixed', fen: 100_00 },
    limit: { times: 1, per: 'day' },
    places: { times: 0, per: 'day' },
    ...(kind ? { conditions: [structuredClone(conditions[kind])] } : {}),
    ...(path.includes('percent')
      ? { bonus: { ...percent }, conditions: [conditions['min_deposit']] }
      : {}),
  }
  const made = await theRow(
    owner,
    sql<{ id: number }>`
    insert into activity (type_id, title, banner, content)
    select type_id, ${path.slice(-20)}, '/art/activity-1.webp', '<p>内容</p>' from activity_type where name = '边界'
    returning activity_id as id`,
  )
  activityid = made.id
  const rule = setLeaf(ruleSchema.parse(base), keys, number) as Parameters<typeof writeRule>[2]
  await writeRule(owner, made.id, rule, { name: 'test', at: clock.now() })
}

type Member = Awaited<ReturnType<typeof site.member>>
const told = async ({ token }: Member) =>
  begins(
    await outcome(site.call('POST /api/doactivityapply', { activityid }, { token })),
    '未满足申请条件',
  )
const applyWith = (prepare: (member: Member, figure: number, step: number) => Promise<unknown>) =>
  onFigure(async (figure, step) => {
    const member = await site.member()
    await prepare(member, figure, step)
    return told(member)
  })
const deposited = applyWith(({ memberId }, fen) => deposit(site, memberId, fen / 100, clock.now()))
const played = applyWith(({ memberId }, fen) => play(memberId, fen, beijingDay(clock.now())))
/** Members whom this one invited, each with a deposit. */
const invite = (memberId: bigint, count: number, fen: number) =>
  run(
    owner,
    sql`
    with friend as (
      insert into member (name, realname, password_hash, pay_password_hash, invite_code, created_at, referrer_id)
      select 'f' || ${memberId} || '-' || n, '测试员', '', '', 'f' || ${memberId} || n, ${clock.now()}, ${memberId} from generate_series(1, ${count}::int) n
      returning member_id)
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key)
    select member_id, 'F-' || member_id, 'card', ${fen}, 2, '', ${fen}, ${clock.now()}, ${clock.now()}, 'f' from friend`,
  )

describe('activities', () => {
  examine(
    activityEdges,
    {
      'activity.conditions[].min_deposit.fen': deposited,
      'activity.conditions[].first_deposit.fen': deposited,
      'activity.conditions[].min_turnover.fen': played,
      'activity.conditions[].min_loss.fen': played,
      'activity.conditions[].friends.fen': applyWith(({ memberId }, fen) =>
        invite(memberId, 1, fen),
      ),
      'activity.conditions[].friends.count': applyWith(({ memberId }, count) =>
        invite(memberId, count, 100_00),
      ),
      'activity.conditions[].min_vip.vip': applyWith(({ memberId }, vip) =>
        run(owner, sql`update member set vip = ${vip} where member_id = ${memberId}`),
      ),
      // The day of joining is the first.
      'activity.conditions[].first_deposit.withinDays': applyWith(({ memberId }, _days, step) => {
        const end = startOfDay(addDays(beijingDay(clock.now()), 5))
        return deposit(site, memberId, 200, new Date(end.getTime() + step))
      }),
      'activity.bonus.percent.maxFen': onFigure(async fen => {
        const { token, memberId } = await site.member()
        await deposit(site, memberId, fen / 10, clock.now())
        const { message } = await site.call('POST /api/doactivityapply', { activityid }, { token })
        return /奖金([\d.]+)元/.exec(message)?.[1] ?? message
      }),
      'activity.turnoverTimes': onFigure(async (_times, step) => {
        const member = await site.member()
        await told(member)
        return afterTurnover(member, 300_00, step)
      }),
      'activity.limit.times': onFigure(async count => {
        const member = await site.member()
        let said = ''
        for (let n = 0; n < count; n += 1) said = await told(member)
        return said
      }),
      'activity.places.times': onFigure(async count => {
        let said = ''
        for (let n = 0; n < count; n += 1) said = await told(await site.member())
        return said
      }),
    },
    { set, before: nextNoon },
  )
})
