// Searching by what is masked: counted, written down without the value, and noticed when it misses.
import { run, rows, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { openCashier, bankCard, bind, TRON, usdtAddress } from '../cashier/support.ts'
import { sealContacts } from '../../src/sealedColumns.ts'
import { desk, type Desk } from '../console/support.ts'
import { SECURITY_SETTING, securitySchema } from '../../src/kernel/security/setting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'

const { site, clock, owner } = await openCashier()
const PER_HOUR = 20
await writeSetting(
  owner,
  SECURITY_SETTING,
  securitySchema,
  { lookupsPerHour: PER_HOUR },
  {
    name: 'test',
    at: clock.now(),
  },
)

const { memberId, name, token } = await site.member()
await run(
  owner,
  sql`update member set mobile = '13912345678', email = 'someone@example.com', realname = '欧阳明月' where member_id = ${memberId}`,
)
while ((await sealContacts(site.services)) > 0) continue
await run(owner, sql`update member set realname = '测试员' where member_id = ${memberId}`)
await bind(site, token, bankCard('6222020011119999'))
await bind(site, token, usdtAddress(TRON))
await run(owner, sql`update member set realname = '欧阳明月' where member_id = ${memberId}`)

const search = async (at: Desk, q: string) => {
  const { code, data } = await at.call('POST /api/console/search', { q })
  return { code, titles: code === 200 ? data.found.map(each => each.title) : [] }
}
const list = async (at: Desk, q: string) => {
  const { code, data } = await at.call('POST /api/console/members/list', {
    page: 1,
    q,
    state: '',
    day: '',
  })
  return { code, titles: code === 200 ? data.data.map(each => each.username) : [] }
}
const lookups = (at: Desk) =>
  rows(
    owner,
    sql<{ subject: string; after: { kind: string; hit: boolean }; whole: string }>`
    select subject, after, a::text as whole from audit_log a
    where operator = ${at.name} and action = 'member.lookup' order by audit_id`,
  )

const values = [
  ['mobile', '13912345678'],
  ['email', 'Someone@example.com'],
  ['realname', '欧阳明月'],
  ['account', '6222 0200 1111 9999'],
  ['account', TRON],
  ['tail', '9999'],
] as const

describe('a search by a personal value', () => {
  test.each(values)(
    'by %s finds the member and is written down without the value',
    async (kind, value) => {
      const support = await desk(site, 'support')
      expect((await search(support, value)).titles).toContain(name)
      const [entry, ...more] = await lookups(support)
      expect(entry).toMatchObject({ after: { kind, hit: true } })
      expect(more).toEqual([])
      for (const part of [value, value.toLowerCase(), value.replaceAll(' ', '')])
        expect(entry!.whole).not.toContain(part)
    },
  )
  test('in the list of members is the same', async () => {
    const support = await desk(site, 'support')
    expect((await list(support, '13912345678')).titles).toEqual([name])
    expect((await list(support, 'nobody@example.com')).titles).toEqual([])
    expect((await lookups(support)).map(({ after }) => after)).toEqual([
      { kind: 'mobile', hit: true },
      { kind: 'email', hit: false },
    ])
  })
  test('as a file is the same, and the file’s entry keeps no value', async () => {
    const auditor = await desk(site, 'auditor')
    const begun = await auditor.call('POST /api/console/exports/begin', {
      list: 'POST /api/console/members/list',
      filters: { q: '13912345678', state: '', day: '' },
      columns: ['id'],
    })
    expect(begun.code).toBe(200)
    expect(await lookups(auditor)).toHaveLength(1)
    const kept = await rows(
      owner,
      sql<{
        text: string
      }>`select a::text as text from audit_log a where operator = ${auditor.name}`,
    )
    expect(kept.map(({ text }) => text).join()).not.toContain('13912345678')
    const shown = await auditor.call('POST /api/console/exports/list', { page: 1 })
    expect(JSON.stringify(shown.data)).not.toContain('13912345678')
    expect(shown.data.data[0]?.filters).toBe('搜索（手机）')
  })
  test('is limited by operator and hour; the same value within minutes is one look', async () => {
    const [one, other] = [await desk(site, 'support'), await desk(site, 'support')]
    for (let n = 0; n < PER_HOUR; n++)
      expect((await search(one, `139000010${10 + n}`)).code).toBe(200)
    expect((await search(one, '13912345678')).code).toBe(429)
    expect((await list(one, 'someone@example.com')).code, 'one count for all rooms').toBe(429)
    expect((await search(one, '13900001010')).code, 'the same again').toBe(200)
    expect((await search(other, '13912345678')).code).toBe(200)
    expect((await search(one, name)).titles, 'by name').toContain(name)
    clock.advance(1_800_000)
    await search(one, name)
    clock.advance(1_800_000)
    expect((await search(one, '13912345678')).code).toBe(200)
  })
  test('is another look ten minutes after the first', async () => {
    const support = await desk(site, 'support')
    const looks = async (after: number) => {
      clock.advance(after)
      await search(support, '13912345678')
      return (await lookups(support)).length
    }
    expect([await looks(0), await looks(599_999), await looks(1)]).toEqual([1, 1, 2])
  })
  test('by id, user name or order number is free and in no log', async () => {
    const support = await desk(site, 'support')
    for (let n = 0; n < 2 * PER_HOUR; n++)
      for (const q of [String(memberId), name, 'D2611200000000000001'])
        expect((await search(support, q)).code).toBe(200)
    expect(await lookups(support)).toEqual([])
  })
})

test('many misses within an hour raise an alert about the operator, hits do not', async () => {
  const support = await desk(site, 'support')
  await writeSetting(
    owner,
    SECURITY_SETTING,
    securitySchema,
    { alerts: { lookup_missed: { times: 5 } } },
    {
      name: 'test',
      at: clock.now(),
    },
  )
  const alerts = async () => {
    await site.services.events.settled()
    return rows(
      owner,
      sql<{ subject: string; times: number }>`
      select a.subject, a.times from security_alert a join operator o on a.subject = 'operator:' || o.operator_id
      where o.name = ${support.name} and a.kind = 'lookup_missed'`,
    )
  }
  for (const value of values) await search(support, value[1])
  for (let n = 0; n < 4; n++) await search(support, `139000020${10 + n}`)
  expect(await alerts()).toEqual([])
  await search(support, '13900002099')
  expect(await alerts()).toMatchObject([{ times: 5 }])
  for (let n = 0; n < 6; n++) await search(support, `139000030${10 + n}`)
  expect(await alerts(), 'once in the window').toHaveLength(1)
})
