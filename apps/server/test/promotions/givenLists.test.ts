// What giveaways gave, and the giveaways themselves, page by page by key.
import { run, sql, transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { openGiveaways } from './giveawaySupport.ts'

const database = await freshDatabase('server')
const owner = database.open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(database.url, { clock })
const { duty, common, begun, configure } = await openGiveaways(site, clock)
await configure(100_000_000_00)
const { memberId } = await site.member()
const GIVEN = 47

const proposed = (more: object) =>
  duty.chief
    .call('POST /api/console/giveaways/propose-code', {
      ...common(),
      amount: '10',
      uses: 10,
      shared: true,
      code: '',
      ...more,
    })
    .then(begun)

/** Three gifts of one moment each, so that numbers tell them apart. */
async function give(id: number) {
  const all = sql`generate_series(1, ${GIVEN}::int) n`
  await transaction(owner, async tx => {
    // Whom they belong to is not what is tried here.
    await run(tx, sql`set local session_replication_role = replica`)
    await run(
      tx,
      sql`
      insert into member (member_id, name, realname, mobile, mobile_digest, mobile_tail, password_hash, pay_password_hash, invite_code, created_at)
      overriding system value select ${memberId} + n, 'given' || n, '', '', sha256(n::text::bytea), '0000', 'x', 'x', 'O' || n, now() from ${all}`,
    )
    await run(
      tx,
      sql`
      insert into giveaway_gift (giveaway_id, member_id, gift_no, code, amount_fen, given_at, action_key)
      select ${id}::int, ${memberId} + n, 'N' || lpad(n::text, 4, '0'), 'PAGED1', 100,
        ${clock.now()}::timestamptz + make_interval(secs => n / 3), 'k' || n from ${all}`,
    )
  })
}

test('what a giveaway gave is read by key, the newest first, forth and back', async () => {
  const id = await proposed({ code: 'PAGED1' })
  await give(id)
  const read = async (cursor: string, page = 1) =>
    (
      await duty.chief.call('POST /api/console/giveaway-given/list', {
        id,
        per: 20,
        cursor,
        page,
      })
    ).data
  const first = await read('')
  const second = await read(first.next, 2)
  const third = await read(second.next, 3)
  const seen = [first, second, third].flatMap(each => each.data.map(row => row.given_no))
  const numbers = Array.from({ length: GIVEN }, (_, n) => `N${`${GIVEN - n}`.padStart(4, '0')}`)
  expect(seen).toEqual(numbers)
  expect([first.total, third.next]).toEqual([GIVEN, ''])
  expect((await read(third.prev, 2)).data).toEqual(second.data)
  expect((await read('', 2)).data).toEqual(second.data)
})

test('giveaways are read by key and by several states', async () => {
  const ids = [await proposed({ code: 'PAGED2' }), await proposed({ code: 'PAGED3' })]
  const list = async (more: object) =>
    (await duty.chief.call('POST /api/console/giveaways/list', { per: 20, ...more })).data.data
  expect((await list({})).slice(0, 2).map(each => each.id)).toEqual(ids.toReversed())
  expect(new Set((await list({ states: '2' })).map(each => each.state))).toEqual(new Set([2]))
  expect(await list({ states: '1,3' })).toEqual([])
  const unknown = { per: 20, states: '9' }
  expect(await duty.chief.call('POST /api/console/giveaways/list', unknown)).toMatchObject({
    code: 400,
  })
})
