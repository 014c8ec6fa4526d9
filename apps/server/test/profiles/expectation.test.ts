// What a member said to expect of the account, and what follows when it turns out otherwise.
import { row, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { gatherAlerts } from '../../src/areas/cases/gather.ts'
import { explained } from '../../src/areas/risk/risk.ts'
import { raiseFlags } from '../../src/areas/risk/flags.ts'
import type { Flag } from '../../src/areas/risk/store/flag.sql.ts'
import { past } from '../cases/support.ts'
import { bankTransfer, openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { handIn, secondTier, submit } from '../verification/support.ts'
import { enable } from './support.ts'

const { site, clock, owner } = await openCashier()
const rita = await desk(site, 'risk', 'rita')
const { deposit } = past(owner, clock)
type Member = Awaited<ReturnType<typeof site.member>>

const decided = async (verb: 'approve' | 'reject', case_id: number) =>
  verb === 'approve'
    ? rita.call('POST /api/console/verifications/approve', { case_id, remark: '' })
    : rita.call('POST /api/console/verifications/reject', {
        case_id,
        reason: 'blurred',
        remark: '',
      })

/** A member of the first tier who has handed in the second; answers its case. */
async function second(fields: object = {}) {
  const member = await site.member()
  await decided('approve', await handIn(site, member.token))
  const asked = { ...secondTier, fields: { ...secondTier.fields, ...fields } }
  return { ...member, caseId: await handIn(site, member.token, asked) }
}

/** The flag of a kind, and until when its case is to be decided. */
async function alertOf({ memberId }: Pick<Member, 'memberId'>, kind: Flag['kind']) {
  await raiseFlags(site.services.db, clock.now())
  await gatherAlerts(site.services)
  return row(
    owner,
    sql<Pick<Flag, 'kind' | 'inputs'> & { due: Date }>`
    select f.kind, f.inputs, c.due_at as due from risk_flag f
    join aml_case_alert a on a.source = 'flag' and a.alert_id = f.flag_id join aml_case c using (case_id)
    where f.member_id = ${memberId} and f.kind = ${kind}`,
  )
}

test('deposits of 30 days beyond ten times what the member stated open a case, and no others', async () => {
  const small = await second({ expected: 'to_1000' })
  const large = await second({ expected: 'to_20000' })
  const shown = await rita.call('POST /api/console/verifications/show', { case_id: small.caseId })
  expect(shown.data).toMatchObject({ purpose: 'leisure', expected: 'to_1000', funds: 'wages' })
  for (const { caseId } of [small, large]) await decided('approve', caseId)
  for (const { memberId } of [small, large]) {
    await deposit(memberId, 4_000_00n, 31 * 24)
    await deposit(memberId, 6_000_00n, 20 * 24)
    await deposit(memberId, 4_000_00n, 2)
  }
  expect(await alertOf(small, 'beyond_profile'), 'ten times exactly').toBeUndefined()
  for (const { memberId } of [small, large]) await deposit(memberId, 1n, 1)
  const alert = await alertOf(small, 'beyond_profile')
  expect(alert && explained(alert)).toBe(
    '30 天内存款 ¥10,000.01，超过预计月存款 ¥1,000.00 的 10 倍',
  )
  expect(alert?.due.getTime()).toBeGreaterThan(clock.now().getTime())
  expect(await alertOf(large, 'beyond_profile')).toBeUndefined()
})

test('a refused second tier above the threshold stops deposits and opens a case with a date', async () => {
  await enable(site, 'MT')
  const [above, below] = [await second(), await second()]
  await deposit(above.memberId, 15_600_00n, 48)
  await deposit(below.memberId, 100_00n, 48)
  for (const { caseId } of [above, below]) await decided('reject', caseId)
  const asked = { ...bankTransfer, amount: '100' }
  const refused = await site.call('POST /api/recharge', asked, { token: above.token })
  expect(refused.message).toContain('请先完成高级认证')
  expect((await site.call('POST /api/recharge', asked, { token: below.token })).code).toBe(200)
  const alert = await alertOf(above, 'refused_diligence')
  expect(alert && explained(alert)).toBe('高级认证未通过，30 天内存款 ¥15,600.00：须评估是否报告')
  expect(alert?.due.getTime()).toBeGreaterThan(clock.now().getTime())
  expect(await alertOf(below, 'refused_diligence')).toBeUndefined()
  await enable(site)
})

test('the second tier is not handed in without purpose, expected deposits and source of funds', async () => {
  const member = await site.member()
  await decided('approve', await handIn(site, member.token))
  for (const [field, text] of [
    ['purpose', '请选择账户用途'],
    ['expected', '请选择预计每月存款'],
    ['funds', '请选择资金来源'],
  ] as const)
    await expect(
      handIn(site, member.token, {
        ...secondTier,
        fields: { ...secondTier.fields, [field]: '' },
      }),
    ).rejects.toThrow(text)
  expect((await submit(site, member.token, { ...secondTier.fields, funds: 'gold' })).code).toBe(400)
})
