import { flagState } from '@tianping/contract/risk/facts'
import { run, sql, theRow } from '@tianping/database'
import { expect } from 'vitest'
import { addProvider } from '../../apps/server/src/areas/providers/store/provider.sql.ts'
import { providerKey, providerSchema } from '../../apps/server/src/areas/providers/setting.ts'
import { writeSetting } from '../../apps/server/src/kernel/setting.ts'
import { bindBankCard, deposit, newMember, settingsTold, withdrawal } from '../support/data.ts'
import { setTurnoverTimes } from '../support/journey.ts'
import type { World } from '../support/stack.ts'
import { menu, type Office, type Seat } from './seat.ts'

const WITHDRAWALS = 4

/** With a provider outside nothing is paid by the sandbox itself. */
async function addOutside(world: World): Promise<void> {
  const outside = providerSchema.parse({
    name: '通道外',
    adapter: 'form-md5',
    endpoint: 'http://127.0.0.1:9',
    merchant: 'M1',
    key: 0,
    previousKey: 0,
    methods: ['zh_ylsm'],
    currency: 'CNY',
    minFen: 1,
    maxFen: 1,
    feeRate: 0,
    feeFen: 0,
    payoutMinFen: 1,
    payoutMaxFen: 100_000_00,
    from: '00:00',
    until: '24:00',
    minTier: 0,
    priority: 50,
    weight: 100,
    live: true,
  })
  await writeSetting(world.db, providerKey('outer'), providerSchema, outside, {
    name: 'test',
    at: new Date(),
  })
  await addProvider(world.db, 'outer', new Date())
  await settingsTold(world)
}

async function prepare(world: World): Promise<void> {
  await setTurnoverTimes(world, 0)
  await run(
    world.db,
    sql`update withdrawal_order set state = 3, decided_at = now() where state = 1`,
  )
  await addOutside(world)
  for (let n = 0; n < WITHDRAWALS; n++) {
    const member = await newMember(world)
    await deposit(world, member, 1_000)
    await bindBankCard(world, member, `62220277${String(10_000_000 + n)}`)
    await withdrawal(world, member, 100 + n)
  }
  // What the rules of risk found of members who withdraw at once was looked at before.
  await run(
    world.db,
    sql`update risk_flag set state = ${flagState.dismissed}, decided_by = 'risk', decided_at = now()`,
  )
}

/** Withdrawals in bulk, payouts by hand, and the balance of a month. */
export async function financeTasks({ world, enter, note }: Office): Promise<void> {
  await prepare(world)
  const finance = await enter('finance', 'finance888')
  const { page } = finance
  await page.getByRole('heading', { name: '取款审核' }).waitFor()
  await finance.press(page.getByRole('checkbox', { name: 'Select all' }))
  await finance.press(page.getByRole('button', { name: '批量通过' }))
  await page.getByRole('button', { name: `确认通过 ${WITHDRAWALS} 笔` }).waitFor()
  await finance.key('Enter')
  await page.getByText('已处理').waitFor()
  expect(note('withdrawal', finance.presses()) / WITHDRAWALS).toBeLessThanOrEqual(1.5)
  await page.keyboard.press('Escape')
  await payOut(finance, { world, note })
  await finance.find('月结', /月结/)
  await page.getByRole('heading', { name: '月结', exact: true }).waitFor()
  await page.getByRole('region', { name: '双人签字' }).waitFor()
  expect(note('month', finance.presses())).toBeLessThanOrEqual(2)
  expect(world.complaints).toEqual([])
}

async function payOut(finance: Seat, { world, note }: Pick<Office, 'world' | 'note'>) {
  const { page } = finance
  await finance.press(menu(page).getByRole('link', { name: /^付款(?!批次)/ }))
  await page
    .getByRole('row', { name: /第 1 次/ })
    .first()
    .waitFor()
  await finance.key('j')
  await finance.key('Enter')
  const panel = page.getByRole('region', { name: '付款详情' })
  for (let left = WITHDRAWALS; left > 0; left--) {
    await panel.getByRole('button', { name: /^标记已付款/ }).waitFor()
    const address = page.url()
    await finance.key('a')
    await page
      .getByRole('dialog')
      .getByLabel(/^付款流水号/)
      .waitFor()
    await finance.type(`BANK${left}`)
    await finance.key('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    if (left > 1) await page.waitForURL(url => url.href !== address)
  }
  const { paid } = await theRow(
    world.db,
    sql<{
      paid: number
    }>`select count(*)::int as paid from payout_attempt where state = 'paid' and reference like 'BANK%'`,
  )
  expect(paid).toBe(WITHDRAWALS)
  expect(note('payout', finance.presses()) / WITHDRAWALS).toBeLessThanOrEqual(4)
}
