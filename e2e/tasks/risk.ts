import { run, sql } from '@tianping/database'
import { expect } from 'vitest'
import { newMember } from '../support/data.ts'
import { says } from '../support/phone.ts'
import type { Office } from './seat.ts'

/** A flag that is confirmed. */
export async function riskTasks({ world, enter, note }: Office): Promise<void> {
  const { memberId } = await newMember(world)
  await run(
    world.db,
    sql`
    insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state)
    values (${memberId}, 'shared_address', 'tasks', 1, '{"members": 2, "address": "203.0.113.7"}', 99, now(), now(), 1)`,
  )
  const risk = await enter('risk', 'risk8888')
  await risk.page.getByRole('heading', { name: '风控' }).waitFor()
  await risk.page.getByRole('row', { name: /203\.0\.113\.7/ }).waitFor()
  await risk.key('j')
  await risk.key('Enter')
  await risk.page
    .getByRole('region')
    .getByRole('button', { name: /^确认风险/ })
    .waitFor()
  await risk.key('a')
  await risk.page.getByRole('dialog').getByLabel(/^备注/).waitFor()
  await risk.type('地址相同')
  await risk.key('Enter')
  await says(risk.page, /^已确认 .* 的风险$/)
  expect(note('flag', risk.presses())).toBeLessThanOrEqual(4)
  expect(world.complaints).toEqual([])
}
