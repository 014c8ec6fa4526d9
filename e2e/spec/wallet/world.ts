import { run, sql } from '@tianping/database'
import type { Page } from 'playwright-core'
import { bindAddress, bindBankCard, deposit, newMember, type Member } from '../../support/data.ts'
import { bare } from '../../support/phone.ts'
import { setTurnoverTimes } from '../../support/journey.ts'
import { openWorld } from '../../support/stack.ts'

export const world = await openWorld({ env: { TRUST_PROXY: '1' } })
await setTurnoverTimes(world, 0)

/** One of a sheet's list; the page beneath is out of reach until the sheet has slid away. */
export const choose = async (page: Page, name: string | RegExp) => {
  await page.getByRole('option', { name }).first().click()
  await bare(page)
}

/** Types an amount. */
export const type = (page: Page, label: string, amount: string) =>
  page.getByLabel(label).fill(amount)

/** A member with one card of each kind and some money. */
export async function holder(yuan: number) {
  const member = await newMember(world)
  await bindBankCard(world, member)
  await bindAddress(world, member)
  if (yuan > 0) await deposit(world, member, yuan)
  return member
}

/** The member's payment password becomes one that customer service has set. */
export const oncePayPassword = ({ memberId }: Member) =>
  run(world.db, sql`update member set pay_password_once = true where member_id = ${memberId}`)
