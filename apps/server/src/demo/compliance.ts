// What the compliance room of a first start has to show: complaints, breaks and limits, incidents,
// a case and a task of care. About members of the crowd alone, so that the demo member plays on.
import { complaintState } from '@tianping/contract/complaints/facts'
import { row, run, sql, transaction, type Tx } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { openCase } from '../areas/cases/cases.ts'
import { addIncident } from '../areas/compliance/compliance.ts'
import { addBlock, setLimit } from '../areas/protection/protection.ts'
import { present } from '../kernel/present.ts'
import type { DemoEvent } from './walk.ts'
import { ago, type World } from './world.ts'

const BY = 'risk'

async function idOf(tx: Tx, name: string): Promise<bigint> {
  const found = await row(
    tx,
    sql<{
      memberId: bigint
    }>`select member_id from member_directory where kind = 'name' and handle = ${name}`,
  )
  return present(found, name).memberId
}

async function complaints(tx: Tx, world: World) {
  const all = [
    ['C20260901-DEMAAA', 'xuning77', 'withdrawal', '取款两天没有到账，请核查原因', 9, 'upheld'],
    ['C20260901-DEMBBB', 'zhouyi66', 'promotion', '活动规则与页面写的不一致', 5, 'rejected'],
    ['C20260901-DEMCCC', 'zhouyi66', 'game', '游戏卡住后注单没有结算', 1, ''],
  ] as const
  for (const [no, name, kind, content, days, outcome] of all) {
    const at = ago(world, days)
    const state = outcome === '' ? complaintState.open : complaintState.answered
    const decided = outcome === '' ? null : ago(world, days - 1)
    await run(
      tx,
      sql`
      with made as (
        insert into complaint (complaint_no, member_id, kind, state, outcome, created_at, acknowledged_at, answer_by, waits_for, decided_by,
          decided_at, first_answer_at, action_key)
        values (${no}, ${await idOf(tx, name)}, ${kind}, ${state}, ${outcome}, ${at}, ${at}, ${new Date(at.getTime() + 56 * DAY_MS)},
          ${outcome === '' ? 'staff' : ''}, ${outcome === '' ? '' : 'support'}, ${decided}, ${decided}, ${no}) returning complaint_id)
      insert into complaint_message (complaint_id, author, content, at) select complaint_id, 'member', ${content}, ${at} from made`,
    )
  }
}

async function blocksAndLimits(tx: Tx, world: World) {
  const [xuning, zhouyi] = [await idOf(tx, 'xuning77'), await idOf(tx, 'zhouyi66')]
  const now = world.clock.now()
  const until = new Date(now.getTime() + 182 * DAY_MS)
  const own = { reason: '', setBy: '', setAt: now }
  await addBlock(tx, { ...own, memberId: xuning, kind: 'exclusion', term: '6m', until })
  const week = new Date(now.getTime() + 7 * DAY_MS)
  await addBlock(tx, { ...own, memberId: zhouyi, kind: 'timeout', term: '7d', until: week })
  const limit = { memberId: zhouyi, by: '', now }
  await setLimit(tx, { ...limit, kind: 'deposit_day', amount: 1_000_00n })
  await setLimit(tx, { ...limit, kind: 'deposit_day', amount: 2_000_00n })
  await setLimit(tx, { ...limit, kind: 'time_day', amount: 120n })
}

async function incidents(tx: Tx, world: World) {
  const by = { openedBy: BY, openedAt: ago(world, 0, -2), memberId: null, highRisk: false }
  await addIncident(tx, {
    ...by,
    kind: 'outage',
    title: '支付通道中断',
    description: '支付通道机房断电，存款回调延迟约十四小时，余额与账簿不受影响。',
    measures: '切换到备用通道，逐笔核对回调',
    foundAt: ago(world, 3),
    beganAt: ago(world, 3, -1),
    endedAt: ago(world, 3, 13),
    affected: 6,
  })
  await addIncident(tx, {
    ...by,
    kind: 'data_breach',
    title: '客服邮件误发',
    description: '一封含会员名单的邮件误发给外部收件人，已确认删除。',
    measures: '',
    foundAt: ago(world, 2, -6),
    beganAt: ago(world, 2, -7),
    endedAt: null,
    affected: 3,
  })
}

/** A person's task about a member whose deposits have grown. */
async function care(tx: Tx, world: World) {
  const reasons = [{ kind: 'deposit_growth', value: 300, threshold: 200, points: 20 }]
  await run(
    tx,
    sql`
    insert into harm_case (member_id, kind, level, score, reasons, rule_version, opened_at, due_at)
    values (${await idOf(tx, 'zhouyi66')}, 'care', 2, 60, ${JSON.stringify(reasons)}::jsonb, 0, ${ago(world, 1)}, ${ago(world, -1)})
    on conflict do nothing`,
  )
}

/** All of it or nothing, once. */
export const complianceEvent = (world: World): DemoEvent => ({
  at: ago(world, 0, -0.1),
  happen: () =>
    transaction(world.owner, async tx => {
      if (await row(tx, sql`select 1 as one from incident limit 1`)) return
      await complaints(tx, world)
      await blocksAndLimits(tx, world)
      await incidents(tx, world)
      await care(tx, world)
      const memberId = await idOf(tx, 'hebai123')
      const at = world.clock.now()
      await openCase(tx, { memberId, remark: '两个账户共用设备与银行卡', by: BY, at })
    }),
})
