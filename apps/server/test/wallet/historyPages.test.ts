// Pages of long histories: the same rows as by reading everything, without reading it.
import { rows, run, sql, type Sql } from '@tianping/database'
import { addDays, beijingDay, startOfDay } from '@tianping/money/day'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { createMember } from '../../src/areas/account/store/member.sql.ts'
import { depositPages, withdrawalPages } from '../../src/areas/cashier/store/record.sql.ts'
import { messages } from '../../src/areas/message/store/message.sql.ts'
import { rebatesOf } from '../../src/areas/rebate/store/rebate.sql.ts'
import { transferPages, transferRecords } from '../../src/areas/venues/store/transfer.sql.ts'
import { depositRecords, withdrawalRecords } from '../../src/areas/cashier/cashier.ts'
import { histories } from '../../src/kernel/reads/history.sql.ts'
import { present } from '../../src/kernel/present.ts'
import { rowsRead } from '../support/rowsRead.ts'
import { addVenues } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)

const ORDERS = 6_000
const today = beijingDay(new Date())
const since = startOfDay(addDays(today, -30))
const now = new Date()
const memberOf = async (name: string) => {
  const joined = startOfDay(addDays(today, -40))
  const secrets = { passwordHash: '', payPasswordHash: '' }
  const whole = { name, realname: '', ...secrets, inviteCode: name, referrer: '', now: joined }
  return present(await createMember(owner, whole), 'member')
}
const LONG = await memberOf('long')
const SHORT = await memberOf('short')

/** Orders in pairs of one moment, evenly over thirty days; every third transfer goes to venue 2. */
async function fill(memberId: bigint, orders: number) {
  const at = sql`${since}::timestamptz + make_interval(secs => (n / 2) * 2 * (30.0 * 86400 / ${orders}::int))`
  const each = sql`generate_series(1, ${orders}::int) n`
  await run(
    owner,
    sql`insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, decided_at, decided_by, action_key)
    select ${memberId}, 'D' || ${memberId} || lpad(n::text, 18, '0'), 'alipay', 10000, 3, '', ${at}, ${at}, 'till', 'a' || n from ${each}`,
  )
  await run(
    owner,
    sql`insert into venue_transfer (member_id, tx_id, request_key, venue_id, direction, amount_fen, moved_fen, state, created_at, resolved_at)
    select ${memberId}, 'T' || n, 'k' || n, case when n % 3 = 0 then 2 else 6 end, case when n % 2 = 0 then 'IN' else 'OUT' end, 100, 100, 1, ${at}, ${at} from ${each}`,
  )
  await run(
    owner,
    sql`insert into message (member_id, title, content, created_at) select ${memberId}, 't' || n, 'c', ${at} from ${each}`,
  )
}

beforeAll(async () => {
  await fill(LONG, ORDERS)
  await fill(SHORT, 100)
  await run(owner, sql`vacuum analyze`)
})

type Filter = { until: Date | null; venueId: number | null; offset: number }
const page = (filter: Filter) => ({ since, now, limit: 10, ...filter })

async function byReading(table: Sql, no: Sql, { until, offset }: Filter, where = sql`true`) {
  const all = await rows(
    owner,
    sql<{
      no: string
    }>`select ${no} as no from ${table} where member_id = ${LONG} and created_at >= ${since}
      and created_at < coalesce(${until}::timestamptz, 'infinity') and ${where} order by created_at desc, ${no}`,
  )
  return { nos: all.slice(offset, offset + 10).map(each => each.no), total: all.length }
}

async function depositsAgree(filter: Filter) {
  const { rows: found, total } = await depositRecords(owner, LONG, page(filter))
  const wanted = await byReading(sql`deposit_order`, sql`deposit_no`, filter)
  expect({ nos: found.map(each => each.out_trade_no), total }).toEqual(wanted)
}

async function transfersAgree(filter: Filter, direction: 'IN' | 'OUT') {
  const history = direction === 'IN' ? histories.transfersIn : histories.transfersOut
  const asked = { ...page(filter), memberId: LONG, history }
  const { rows: found, total } = await transferRecords(owner, asked)
  const { venueId } = filter
  const where = sql`direction = ${direction} and (${venueId}::smallint is null or venue_id = ${venueId}::smallint)`
  const wanted = await byReading(sql`venue_transfer`, sql`tx_id`, filter, where)
  expect({ nos: found.map(each => each.no), total }).toEqual(wanted)
}

const statements = [
  [depositPages, histories.deposits],
  [withdrawalPages, histories.withdrawals],
  [transferPages, histories.transfersIn],
  [transferPages, histories.transfersOut],
] as const

describe('a page of a member with many orders', () => {
  test.for([0, 10, 190, 200, 2_990, 5_700, 5_990, ORDERS])('from order %i on', async offset => {
    const filter = { until: null, venueId: null, offset }
    await depositsAgree(filter)
    await transfersAgree({ ...filter, offset: offset / 2 }, 'IN')
    await transfersAgree({ ...filter, offset: offset / 2 }, 'OUT')
  })

  test('of one venue, of some days, and both', async () => {
    const until = startOfDay(addDays(today, -10))
    await depositsAgree({ until, venueId: null, offset: 3_000 })
    await transfersAgree({ until: null, venueId: 2, offset: 700 }, 'IN')
    await transfersAgree({ until, venueId: 2, offset: 300 }, 'OUT')
    await transfersAgree({ until, venueId: 3, offset: 0 }, 'OUT')
  })

  test('forgotten orders are counted no more', async () => {
    await run(
      owner,
      sql`delete from deposit_order where member_id = ${LONG} and deposit_no like '%7'`,
    )
    await run(owner, sql`delete from venue_transfer where member_id = ${LONG} and tx_id like '%7'`)
    await depositsAgree({ until: null, venueId: null, offset: 2_000 })
    await transfersAgree({ until: null, venueId: null, offset: 1_000 }, 'OUT')
  })

  test('without a withdrawal the list is empty', async () => {
    const filter = page({ until: null, venueId: null, offset: 0 })
    expect(await withdrawalRecords(owner, LONG, filter)).toEqual({ rows: [], total: 0 })
  })

  test('the deepest page reads no more than the first: counts of days, and the orders of one day', async () => {
    for (const offset of [0, ORDERS / 2 - 1_000, ORDERS / 2 - 300]) {
      const asked = page({ until: null, venueId: null, offset })
      // The counts of both members, and at most 200 deposits or transfers of one day.
      for (const [pages, history] of statements)
        expect(
          await rowsRead(owner, pages([{ ...asked, memberId: LONG, history }])),
        ).toBeLessThanOrEqual(1_000)
    }
    const short = { ...page({ until: null, venueId: null, offset: 50 }), memberId: SHORT }
    const deposits = { ...short, history: histories.deposits }
    expect(await rowsRead(owner, depositPages([deposits]))).toBeGreaterThan(0)
  })

  const asked = [LONG, SHORT, LONG, LONG].map((memberId, n) => ({
    ...page({ until: null, venueId: null, offset: n === 3 ? ORDERS : n * 10 }),
    memberId,
    history: n === 2 ? histories.transfersIn : histories.transfersOut,
  }))

  /** The pages that are asked for together, the statements, and how many ran at once at most. */
  async function together(all: typeof asked) {
    let [statements, running, most] = [0, 0, 0]
    owner.watch = {
      statement: () => {
        statements++
        most = Math.max(most, ++running)
        return () => running--
      },
      waited: () => {},
    }
    const found = await Promise.all(all.map(each => transferRecords(owner, each)))
    owner.watch = null
    const pages = found.map(({ rows, total }) => ({ nos: rows.map(each => each.no), total }))
    return { pages, statements, most }
  }

  test('pages of members who ask together come in one statement, each its own', async () => {
    const alone = []
    for (const each of asked) alone.push(...(await together([each])).pages)
    expect(new Set(alone.map(each => each.nos[0])).size).toBe(4)
    expect(await together(asked.slice(0, 2))).toMatchObject({
      pages: alone.slice(0, 2),
      statements: 1,
    })
    expect((await together(asked)).pages).toEqual(alone)
  })

  test('pages of one member go one after the other', async () => {
    const long = asked.filter(each => each.memberId === LONG)
    expect(await together(long)).toMatchObject({ statements: 3, most: 1 })
  })
})

test('a page of rebates reads those of its days alone', async () => {
  await run(
    owner,
    sql`insert into rebate (member_id, day, venue_id, line_no, category, valid_fen, vip, percent, levels_version, amount_fen, created_at, updated_at)
    select ${LONG}, ${today}::date - n, v, 1, 'realbet', 100, 1, 1, 1, 1, ${now}::timestamptz - make_interval(days => n), ${now}
    from generate_series(1, 1000) n, generate_series(1, 5) v`,
  )
  await run(owner, sql`vacuum analyze rebate`)
  const asked = { memberId: LONG, since, venueId: null }
  expect(await rowsRead(owner, rebatesOf(asked, 10, 20))).toBeLessThanOrEqual(170)
})

test('an inbox of many messages shows each once, with those for everybody between them', async () => {
  const at = new Date(now.getTime() - 10 * 86_400_000)
  await run(
    owner,
    sql`insert into broadcast (title, content, offer, created_at, sent_by) values ('all', 'c', false, ${at}, 'o')`,
  )
  const reader = { memberId: LONG, now, unasked: true }
  const seen: string[] = []
  for (let offset = 0; offset < ORDERS + 1; offset += 1_000) {
    const found = await messages(owner, reader, { limit: 1_000, offset })
    expect(found.total).toBe(ORDERS + 1)
    seen.push(...found.rows.map(message => message.title))
  }
  const wanted = await rows(
    owner,
    sql<{ title: string }>`select title from (
      select title, created_at, message_id from message where member_id = ${LONG}
      union all select title, created_at, message_id from broadcast) i order by created_at desc, message_id desc`,
  )
  expect(seen).toEqual(wanted.map(each => each.title))
})
