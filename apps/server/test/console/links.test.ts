import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { bankCard, bind, openCashier } from '../cashier/support.ts'
import { desk } from './support.ts'

const { site, owner, clock } = await openCashier()
const [support, finance] = [await desk(site, 'support'), await desk(site, 'finance')]

test('who shares a device, an address, an account or an invitation is named with the reason, and nobody else', async () => {
  const [own, device, address, card, referred, stranger] = await Promise.all(
    ['lkown11', 'lkdevice', 'lkaddress', 'lkcard1', 'lkinvited', 'lkother'].map(name =>
      site.member({ name }),
    ),
  )
  await run(owner, sql`delete from device_trace`)
  await run(owner, sql`delete from login_trace`)
  const mark = 'a'.repeat(32)
  for (const each of [own!, device!])
    await run(
      owner,
      sql`insert into device_trace (member_id, device, address, agent, first_at, last_at, times) values (${each.memberId}, ${mark}, '203.0.113.1', 'x', ${clock.now()}, ${clock.now()}, 1)`,
    )
  for (const each of [own!, address!])
    await run(
      owner,
      sql`insert into login_trace (member_id, address, agent, first_at, last_at, times) values (${each.memberId}, '203.0.113.9', 'x', ${clock.now()}, ${clock.now()}, 1)`,
    )
  for (const each of [own!, card!]) await bind(site, each.token, bankCard('6222020033334444'))
  await bind(site, stranger!.token, bankCard('6222020055556666'))
  await run(
    owner,
    sql`update member set referrer_id = ${own!.memberId} where member_id = ${referred!.memberId}`,
  )
  const { data } = await support.call('POST /api/console/members/links', {
    id: Number(own!.memberId),
  })
  expect(data.map(({ kind, what, username }) => [kind, what, username])).toEqual([
    ['address', '203.0.113.9', 'lkaddress'],
    ['card', '尾号 4444', 'lkcard1'],
    ['device', 'aaaaaaaa', 'lkdevice'],
    ['referred', '', 'lkinvited'],
  ])
  const back = await finance.call('POST /api/console/members/links', {
    id: Number(referred!.memberId),
  })
  expect(back.data).toMatchObject([{ kind: 'referrer', username: 'lkown11' }])
  expect(
    (await finance.call('POST /api/console/members/links', { id: Number(stranger!.memberId) }))
      .data,
  ).toEqual([])
})
