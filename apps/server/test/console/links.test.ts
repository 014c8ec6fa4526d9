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

test('beyond twenty members of a mark it says how many more there are', async () => {
  const own = await site.member({ name: 'lkmany00' })
  const { memberId } = own
  const others = []
  for (let n = 1; n <= 23; n++) others.push(await site.member({ name: `lkmany${n + 10}` }))
  await run(owner, sql`delete from device_trace`)
  await run(owner, sql`delete from login_trace`)
  const ids = [memberId, ...others.map(each => each.memberId)]
  await run(
    owner,
    sql`
    insert into device_trace (member_id, device, address, agent, first_at, last_at, times)
    select id, repeat('b', 32), '203.0.113.1', 'x', ${clock.now()}, ${clock.now()}, 1 from unnest(${ids}::bigint[]) id`,
  )
  // One member alone, with more browsers than are read.
  await run(
    owner,
    sql`
    insert into login_trace (member_id, address, agent, first_at, last_at, times)
    select ${others[0]!.memberId}, '203.0.113.9', 'x' || n, ${clock.now()}, ${clock.now()}, 1 from generate_series(1, 1001) n`,
  )
  await run(
    owner,
    sql`
    insert into login_trace (member_id, address, agent, first_at, last_at, times)
    values (${memberId}, '203.0.113.9', 'x', ${clock.now()}, ${clock.now()}, 1)`,
  )
  await run(
    owner,
    sql`update member set referrer_id = ${memberId} where member_id = any(${ids.slice(1, 22)}::bigint[])`,
  )
  await bind(site, own.token, bankCard('6222020077778888'))
  await bind(site, others[0]!.token, bankCard('6222020077778888'))
  await run(
    owner,
    sql`
    insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, unbound_at, action_key)
    select id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, bound_at, 'copy'
    from card, unnest(${ids.slice(1)}::bigint[]) id where member_id = ${memberId}`,
  )
  const { data } = await support.call('POST /api/console/members/links', { id: Number(memberId) })
  const said = (kind: string) => {
    const of = data.filter(each => each.kind === kind)
    return [of.length, ...new Set(of.map(({ more, more_beyond }) => `${more} ${more_beyond}`))]
  }
  expect(said('device')).toEqual([20, '3 false'])
  expect(said('referred')).toEqual([20, '1 false'])
  expect(said('card')).toEqual([20, '3 false'])
  expect(said('address')).toEqual([1, '0 true'])
})
