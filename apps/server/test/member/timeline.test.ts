import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { bankCard, bind, give, openCashier, order } from '../cashier/support.ts'
import { desk } from '../console/support.ts'

const { site, owner, clock } = await openCashier()
const [risk, support] = [await desk(site, 'risk'), await desk(site, 'support')]
const name = 'POST /api/console/members/timeline'

test('a member’s timeline shows each row of every source once, newest first and by key', async () => {
  const { memberId, token } = await site.member()
  const id = Number(memberId)
  await give(site, memberId, 900_00n)
  const deposit = await order(site, token, 300)
  const bank = await bind(site, token, bankCard())
  await site.call('POST /api/withdraw', { amount: 200, bank, password: '888888' }, { token })
  // Two pages and more of one moment each three, of two tables.
  const at = sql`${clock.now()}::timestamptz - make_interval(hours => n / 3)`
  await run(
    owner,
    sql`insert into member_note (member_id, content, written_by, written_at) select ${memberId}, 'n' || n, 'x', ${at} from generate_series(1, 60) n`,
  )
  await run(
    owner,
    sql`insert into message (member_id, title, content, created_at) select ${memberId}, 't' || n, 'c', ${at} from generate_series(1, 60) n`,
  )
  const all: { kind: string; no: string; at: string; words: string }[] = []
  for (let cursor = ''; ;) {
    const { data } = await risk.call(name, { id, cursor })
    all.push(...data.rows)
    expect(data.rows.length).toBeLessThanOrEqual(50)
    cursor = data.next
    if (cursor === '') break
  }
  expect(all.length).toBeGreaterThanOrEqual(123)
  expect(new Set(all.map(row => `${row.kind}:${row.no}`)).size).toBe(all.length)
  expect(all.map(row => row.at)).toEqual(
    all
      .map(row => row.at)
      .toSorted()
      .toReversed(),
  )
  // Support reads whether the provider ever called.
  expect(all.find(row => row.no === deposit)?.words).toContain('通道从未回调')
  const notes = await risk.call(name, { id, kind: 'note' })
  expect(new Set(notes.data.rows.map(row => row.kind))).toEqual(new Set(['note']))
})

test('it shows an operator what they may read, and nothing else', async () => {
  const { memberId } = await site.member()
  const id = Number(memberId)
  await run(
    owner,
    sql`
    insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state)
    values (${memberId}, 'shared_address', 'x', 1, '{"members": 2, "address": "203.0.113.7"}', 50, now(), now(), 1)`,
  )
  const kindsOf = async (who: typeof risk, kind: 'flag' | '' = '') =>
    (await who.call(name, { id, kind })).data.rows.map(row => row.kind)
  expect(await kindsOf(risk)).toContain('flag')
  expect(await kindsOf(support)).not.toContain('flag')
  expect(await kindsOf(support, 'flag')).toEqual([])
})
