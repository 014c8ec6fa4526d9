// What functions of the database say and do by themselves.
import { run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const site = await openTestSite(url)

test('a value is sealed that begins with a zero byte, and one of nothing needs no seal', async () => {
  const said = await theRow(
    owner,
    sql<{ plain: boolean; sealed: boolean; empty: boolean }>`
    select is_unsealed('\\x31'::bytea) as plain, is_unsealed('\\x0031'::bytea) as sealed, is_unsealed(''::bytea) as empty`,
  )
  expect(said).toEqual({ plain: true, sealed: false, empty: false })
})

test('what two accounts of one person have open ends when that is known, what one alone has does not', async () => {
  const [first, second, alone] = [await site.member(), await site.member(), await site.member()]
  const all = [first, second, alone].map(each => each.memberId)
  await run(
    owner,
    sql`insert into member_care (member_id, launches) select unnest(${all}::bigint[]), 5`,
  )
  await run(
    owner,
    sql`insert into play_stretch (member_id, began_at, last_at, ends_at)
      select unnest(${all}::bigint[]), now(), now(), now() + interval '1 hour'`,
  )
  for (const [memberId, digest] of [
    [first.memberId, 'a'],
    [alone.memberId, 'b'],
    [second.memberId, 'a'],
  ] as const)
    await run(
      owner,
      sql`insert into verified_contact (member_id, channel, contact, contact_digest, verified_at)
        values (${memberId}, 'mail', 'x', ${Buffer.alloc(32, digest)}, now())`,
    )
  const open = async (memberId: bigint) =>
    theRow(
      owner,
      sql<{ launches: bigint; plays: boolean }>`
      select c.launches, s.ends_at > now() as plays from member_care c join play_stretch s using (member_id) where member_id = ${memberId}`,
    )
  for (const { memberId } of [first, second])
    expect(await open(memberId)).toEqual({ launches: 6n, plays: false })
  expect(await open(alone.memberId)).toEqual({ launches: 5n, plays: true })
})
