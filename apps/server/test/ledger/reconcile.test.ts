import { rows, run, sql, theRow, transaction, type Db, type Tx } from '@tianping/database'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { hold, post, release, settle } from '../../src/ledger/ledger.ts'
import {
  chainHeads,
  differingHeads,
  examine,
  reconcile,
  recordChecks,
  rollUpHouse,
  type Check,
} from '../../src/ledger/reconcile.ts'
import {
  foreignNumbers,
  heads,
  negativeBalances,
  oldHolds,
} from '../../src/ledger/reconcile.sql.ts'
import { contribute, openGifts, openRequirement } from '../../src/ledger/wagering.ts'
import { assertBooksHold } from '../support/books.ts'
import { deposit, fromVenue, newMember, system, toVenue, withdrawal, won } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app' })
const superuser = open()

const waitingForALock = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** What the roll-up says of deposit_clearing. */
const rolled = async () =>
  (
    await theRow<{ amount: bigint }>(
      db,
      sql`select amount from ledger.house_balance where account_code = 200`,
    )
  ).amount

/**
 * Rolls up until everything committed so far counts: transactions of the cluster's other databases
 * hold it back too.
 */
async function caughtUp(): Promise<bigint> {
  const { now } = await theRow<{ now: string }>(
    superuser,
    sql`select pg_current_xact_id()::text as now`,
  )
  for (;;) {
    await rollUpHouse(db)
    const { done } = await theRow<{ done: boolean }>(
      db,
      sql`select through_xid > ${now}::xid8 as done from ledger.house_balance where account_code = 0`,
    )
    if (done) return rolled()
  }
}

const member = newMember()
await post(db, deposit(member, 1_000n, { key: 'd1' }))
await post(db, deposit(member, 500n, { key: 'd2' }))
await hold(db, toVenue(member, 3, 400n, { key: 'h' }))
await settle(db, { memberId: member, holdKey: 'h', key: 's', amountFen: 300n, actor: system })
await post(db, won(member, 3, 77n, { key: 'g' }))
await hold(db, withdrawal(member, 200n, { key: 'w' }))
await openRequirement(db, {
  memberId: member,
  sourceType: 'deposit',
  sourceId: '1',
  requiredFen: 1_000n,
  openedAt: new Date(0),
})
await contribute(db, {
  memberId: member,
  venueId: 3,
  betId: '1',
  version: 1,
  validFen: 50n,
  settledAt: new Date(),
})
await caughtUp()

/** What somebody with all rights sees in a transaction that is undone, of one snapshot. */
async function undone(work: (tx: Tx) => Promise<void>): Promise<void> {
  await transaction(superuser, async tx => {
    await run(tx, sql`set transaction isolation level repeatable read`)
    await run(tx, sql`set local session_replication_role = replica`)
    await work(tx)
    throw new Error('undo')
  }).catch((error: Error) => expect(error.message).toBe('undo'))
}

/** What `examine` says while somebody with all rights has done `damage`; undone afterwards. */
async function afterDamage(damage: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let found: string[] = []
  await undone(async tx => {
    await damage(tx)
    const { booksHold, checks } = await examine(tx)
    found = checks
      .filter(each => each.severity === 'mismatch' && each.differences.length > 0)
      .map(each => each.name)
    expect(booksHold).toBe(found.length === 0)
  })
  return found
}
const key = (name: string) =>
  sql`(select transaction_id from ledger.transaction where idempotency_key = ${name})`

describe('reconcile', () => {
  test('says that good books hold, what stands where, and keeps the run', async () => {
    const report = await reconcile(db)
    expect(report).toMatchObject({
      booksHold: true,
      counts: { accounts: 2n, transactions: 6n, entries: 14n, openHolds: 1n },
    })
    expect(report.venues).toEqual([
      {
        venueId: 3,
        members: 1n,
        postedFen: 377n,
        inFlightOutFen: 0n,
        inFlightInFen: 0n,
        floatFen: 0n,
        gameResultFen: -77n,
      },
    ])
    expect(report.accounts).toEqual([
      { accountCode: 100, venueId: 0, amountFen: 1_200n },
      { accountCode: 110, venueId: 3, amountFen: 377n },
      { accountCode: 200, venueId: 0, amountFen: -1_500n },
      { accountCode: 410, venueId: 3, amountFen: -77n },
    ])
    expect(
      await rows(
        db,
        sql`select mismatches, attentions, report->'counts'->>'entries' as entries from ledger.reconciliation_run where run_id = ${report.runId}`,
      ),
    ).toEqual([{ mismatches: 0, attentions: 0, entries: '14' }])
    expect(await afterDamage(async () => {})).toEqual([])
  })

  const damages: Record<string, [(tx: Tx) => Promise<unknown>, string[]]> = {
    'a balance raised': [
      tx =>
        run(
          tx,
          sql`update ledger.account set posted_balance = posted_balance + 1 where account_code = 100`,
        ),
      ['balances'],
    ],
    'an entry raised': [
      tx =>
        run(
          tx,
          sql`update ledger.entry set amount = amount + 1 where transaction_id = ${key('d2')} and line_no = 2`,
        ),
      ['transactions', 'balances', 'versions', 'hash-chains'],
    ],
    'both lines of a transaction and the balances raised together': [
      async tx => {
        await run(
          tx,
          sql`update ledger.entry set amount = amount + sign(amount) where transaction_id = ${key('d2')}`,
        )
        await run(
          tx,
          sql`update ledger.entry set balance_after = balance_after + 1 where account_code = 100 and layer = 'posted' and account_version >= 2`,
        )
        await run(
          tx,
          sql`update ledger.account set posted_balance = posted_balance + 1 where account_code = 100`,
        )
        await run(
          tx,
          sql`update ledger.transaction set amount = amount + 1 where transaction_id = ${key('d2')}`,
        )
        await run(
          tx,
          sql`update ledger.house_balance set amount = amount - 1 where account_code = 200`,
        )
      },
      ['hash-chains', 'requests'],
    ],
    'a transaction deleted with its lines': [
      async tx => {
        await run(tx, sql`delete from ledger.entry where transaction_id = ${key('d2')}`)
        await run(tx, sql`delete from ledger.transaction where idempotency_key = 'd2'`)
      },
      ['balances', 'versions', 'hash-chains', 'house-roll-up'],
    ],
    'only the lines deleted': [
      tx => run(tx, sql`delete from ledger.entry where transaction_id = ${key('g')}`),
      ['transactions', 'balances', 'versions', 'hash-chains', 'requests', 'house-roll-up'],
    ],
    'a house line moved to another account': [
      tx => run(tx, sql`update ledger.entry set account_code = 900 where account_code = 200`),
      ['requests', 'house-roll-up'],
    ],
    'a reservation forgotten': [
      tx => run(tx, sql`update ledger.account set pending_debits = 0 where account_code = 100`),
      ['balances', 'holds'],
    ],
    'another actor': [
      tx =>
        run(
          tx,
          sql`update ledger.transaction set actor_id = 'somebody else' where idempotency_key = 'd1'`,
        ),
      ['hash-chains'],
    ],
    'another source': [
      tx =>
        run(
          tx,
          sql`update ledger.transaction set source_id = 'other' where idempotency_key = 'd1'`,
        ),
      ['requests'],
    ],
    'a settlement turned away from its hold': [
      tx =>
        run(
          tx,
          sql`update ledger.transaction set pending_id = uuidv7() where idempotency_key = 's'`,
        ),
      ['holds', 'resolutions', 'requests'],
    ],
    'turnover invented': [
      tx =>
        run(tx, sql`update ledger.wagering_requirement set contributed_fen = contributed_fen + 1`),
      ['turnover'],
    ],
    'a head replaced': [
      tx => run(tx, sql`update ledger.account set head = sha256('x') where account_code = 110`),
      ['hash-chains'],
    ],
    'a roll-up changed': [
      tx =>
        run(tx, sql`update ledger.house_balance set amount = amount + 1 where account_code = 410`),
      ['house-roll-up'],
    ],
    'rows of another cluster': [
      tx =>
        run(
          tx,
          sql`update ledger.transaction set xact_id = '999999999999' where idempotency_key = 'd1'`,
        ),
      ['house-roll-up', 'numbers'],
    ],
  }
  test.each(Object.entries(damages))('finds %s', async (_, [damage, expected]) => {
    expect(await afterDamage(damage)).toEqual(expected)
  })

  test('a balance is told with what is on its way, in and out', async () => {
    await undone(async tx => {
      await run(
        tx,
        sql`update ledger.account set posted_balance = posted_balance + 1, pending_credits = pending_credits + 7 where member_id = ${member} and account_code = 100`,
      )
      const { checks } = await examine(tx)
      expect(checks.find(({ name }) => name === 'balances')!.differences).toEqual([
        {
          memberId: member,
          subject: '100',
          expected: 'posted 1200, pending -200',
          found: 'posted 1201, pending -193',
        },
      ])
    })
  })

  test.each([
    ['posted_balance = 199', 1],
    ['posted_balance = 200', 0],
    ['pending_credits = -1', 1],
    ['pending_debits = -1', 1],
    ['posted_balance = -1, pending_debits = -5', 1],
  ])('with 200 reserved and %s, %i account is below zero', async (change, wrong) => {
    await undone(async tx => {
      // Table and type refuse it by themselves; the check finds it where they did not.
      const checks = await rows(
        tx,
        sql<{ drop: string }>`
        select case when contypid = 0 then 'alter table ledger.account' else 'alter domain ledger.balance' end || ' drop constraint ' || conname as drop
        from pg_constraint where contype = 'c' and (conrelid = 'ledger.account'::regclass or contypid = 'ledger.balance'::regtype)`,
      )
      for (const { drop } of checks) await run(tx, sql.raw(drop))
      await run(
        tx,
        sql.raw(
          `update ledger.account set ${change} where member_id = ${member} and account_code = 100`,
        ),
      )
      expect(await rows(tx, negativeBalances)).toHaveLength(wrong)
    })
  })

  test('chain heads kept elsewhere show a history rewritten as a whole, hashes and all', async () => {
    const heads = await Array.fromAsync(chainHeads(db))
    expect(heads.map(each => [each.accountCode, each.venueId, each.version])).toEqual([
      [100, 0, 6n],
      [110, 3, 4n],
    ])
    await post(db, deposit(member, 1n))
    expect(await differingHeads(db, heads)).toEqual([])
    expect(
      await differingHeads(
        db,
        heads.map(each => ({ ...each, version: each.version + 7n })),
      ),
    ).toMatchObject([{ found: 'nothing' }, { found: 'nothing' }])
    expect(await differingHeads(db, [{ ...heads[0]!, hash: heads[1]!.hash }])).toMatchObject([
      { memberId: member, expected: heads[1]!.hash },
    ])
  })

  test('a hold that waits too long asks for a person, and is no mismatch', async () => {
    const { booksHold, checks } = await examine(db, { holdsOlderThanMs: 0 })
    expect(booksHold).toBe(true)
    expect(checks.find(each => each.name === 'old-holds')!.differences).toMatchObject([
      { memberId: member, subject: 'w', found: expect.stringContaining('200 held since') },
    ])
  })

  test('a hold may wait three days, unless the caller says otherwise', async () => {
    await undone(async tx => {
      const found = async (interval: string) => {
        await run(
          tx,
          sql`update ledger.transaction set created_at = now() - ${interval}::interval where idempotency_key = 'w'`,
        )
        const { checks } = await examine(tx)
        return checks.find(({ name }) => name === 'old-holds')!.differences.length
      }
      expect([await found('71:59:59'), await found('72:00:01')]).toEqual([0, 1])
    })
  })

  test.each([
    [0n, 0n, 0],
    [5n, 0n, 1],
    [0n, 5n, 1],
  ])(
    'of a bet without weight a gift may take and count nothing: %i and %i are %i difference',
    async (counted, amount, expected) => {
      await undone(async tx => {
        const one = newMember()
        const now = new Date()
        await openGifts(tx, [
          {
            memberId: one,
            sourceType: 'test',
            sourceId: 'gift',
            requiredFen: 100n,
            openedAt: now,
            expiresAt: new Date(now.getTime() + 60_000),
          },
        ])
        await run(
          tx,
          sql`insert into ledger.wagering_contribution
            (member_id, venue_id, bet_id, version, line_no, requirement_id, amount, counted, weight, settled_at)
            select member_id, 1, 'b', 1, 1, requirement_id, ${amount}, ${counted}, 0, ${now}
            from ledger.wagering_requirement where member_id = ${one}`,
        )
        const { checks } = await examine(tx)
        const found = checks.find(({ name }) => name === 'turnover')!.differences
        expect(found.filter(({ subject }) => subject === 'bet:1:b')).toHaveLength(expected)
      })
    },
  )

  test('a kept run counts what is wrong apart from what only waits', async () => {
    const differences = (n: number) =>
      Array.from({ length: n }, (_, at) => ({
        memberId: null,
        subject: `line ${at}`,
        expected: '1',
        found: '2',
      }))
    const checks: Check[] = [
      { name: 'wrong', rule: 'none', severity: 'mismatch', differences: differences(1) },
      { name: 'late', rule: 'none', severity: 'attention', differences: differences(3) },
    ]
    const { runId } = await reconcile(db, { extraChecks: [async () => checks] })
    for (const kept of [runId, await recordChecks(db, new Date(), checks)])
      expect(
        await rows(
          db,
          sql`select mismatches, attentions from ledger.reconciliation_run where run_id = ${kept}`,
        ),
      ).toEqual([{ mismatches: 1, attentions: 3 }])
  })

  test('a hold is too old after its last microsecond', async () => {
    await undone(async tx => {
      const found = async (interval: string) => {
        await run(
          tx,
          sql`update ledger.transaction set created_at = now() - ${interval}::interval where idempotency_key = 'w'`,
        )
        return (await rows(tx, oldHolds(60_000))).length
      }
      expect([await found('60 s'), await found('60.000001 s')]).toEqual([0, 1])
    })
  })

  test('the first transaction number that this cluster has not given out is a foreign one', async () => {
    await undone(async tx => {
      const found = async (below: number) => {
        await run(
          tx,
          sql`update ledger.transaction set xact_id = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - ${below}::int)::text::xid8 where idempotency_key = 'd1'`,
        )
        return (await rows(tx, foreignNumbers)).length
      }
      expect([await found(1), await found(0)]).toEqual([0, 1])
    })
  })

  test('a member whose money has come back no longer counts at the venue', async () => {
    const back = newMember()
    await post(db, deposit(back, 90n))
    await post(db, toVenue(back, 8, 90n))
    const counted = async () => (await examine(db)).venues.find(({ venueId }) => venueId === 8)
    expect(await counted()).toMatchObject({ members: 1n, postedFen: 90n })
    await post(db, fromVenue(back, 8, 90n))
    expect(await counted()).toMatchObject({ members: 0n, postedFen: 0n })
  })

  test('an account that only a refused posting has touched has no chain that could be lost', async () => {
    const poor = newMember()
    expect(await post(db, toVenue(poor, 8, 90n))).toMatchObject({ kind: 'insufficient' })
    const found = (await Array.fromAsync(chainHeads(db))).filter(each => each.memberId === poor)
    expect(found).toEqual([])
  })

  test('a hold is open until it ends', async () => {
    const one = newMember()
    const openHolds = async () => (await examine(db)).counts.openHolds
    const before = await openHolds()
    await post(db, deposit(one, 10n))
    await hold(db, withdrawal(one, 4n, { key: 'a' }))
    await hold(db, withdrawal(one, 4n, { key: 'b' }))
    expect((await openHolds()) - before).toBe(2n)
    const ended = async (holdKey: string) => {
      await release(db, { memberId: one, holdKey, key: `end of ${holdKey}`, actor: system })
      return (await openHolds()) - before
    }
    expect([await ended('a'), await ended('b')]).toEqual([1n, 0n])
  })

  test('all of it is read at one moment: a posting made meanwhile is in none of its figures', async () => {
    const one = newMember()
    const examining = await transaction(superuser, async tx => {
      // The checks before it are done by the time this one waits; counts and totals come after.
      await run(tx, sql`lock table ledger.outbox in access exclusive mode`)
      const examined = examine(db)
      await expect
        .poll(async () => (await rows(superuser, waitingForALock)).length, { message: 'it waits' })
        .toBe(1)
      await post(db, deposit(one, 77n))
      return { examined }
    })
    const before = await examining.examined
    const after = await examine(db)
    expect(after.counts.transactions - before.counts.transactions).toBe(1n)
    const cashOf = ({ accounts }: typeof before) =>
      accounts.reduce((sum, each) => (each.accountCode === 100 ? sum + each.amountFen : sum), 0n)
    expect(cashOf(after) - cashOf(before)).toBe(77n)
  })

  test('checks from outside are part of the verdict, and each difference is kept', async () => {
    const statement = async (
      _: Db,
      report: { venues: { venueId: number; postedFen: bigint }[] },
    ) => [
      {
        name: 'venue-3',
        rule: 'the venue says what we say',
        severity: 'mismatch' as const,
        differences: [
          {
            memberId: null,
            subject: 'venue 3',
            expected: String(report.venues[0]!.postedFen),
            found: '378',
          },
        ],
      },
    ]
    const report = await reconcile(db, { extraChecks: [statement] })
    expect(report.booksHold).toBe(false)
    expect(
      await rows(
        db,
        sql`select check_name, severity, subject, expected, found from ledger.reconciliation_item where run_id = ${report.runId}`,
      ),
    ).toEqual([
      {
        checkName: 'venue-3',
        severity: 'mismatch',
        subject: 'venue 3',
        expected: '377',
        found: '378',
      },
    ])
  })
})

describe('docs/money.md', () => {
  const queries = [
    ...readFileSync(join(import.meta.dirname, '../../../../docs/money.md'), 'utf8').matchAll(
      /```sql\n([^`]*)```/g,
    ),
  ].map(found => found[1]!.replaceAll('member_id = 1 ', `member_id = ${member} `))
  const [unbalanced, unequal, statement, held, house, chain, month] = queries.map(text =>
    sql.raw<Record<string, unknown>>(text),
  )

  test('its SQL recomputes good books by hand', async () => {
    expect(queries).toHaveLength(7)
    expect([await rows(db, unbalanced!), await rows(db, unequal!)]).toEqual([[], []])
    const lines = await rows(db, statement!)
    expect(lines.length).toBeGreaterThanOrEqual(9)
    for (const line of lines) expect(line['recomputed']).toBe(String(line['balanceAfter']))
    expect(await rows(db, held!)).toMatchObject([
      { memberId: member, idempotencyKey: 'w', amount: 200n },
    ])
    expect((await rows(db, house!)).find(line => line['accountCode'] === null)).toMatchObject({
      sum: '0',
    })
    const links = await rows(db, chain!)
    expect(links.length).toBeGreaterThanOrEqual(6)
    expect(links.filter(link => link['holds'] !== true)).toEqual([])
    // No month is closed in these books.
    expect(await rows(db, month!)).toEqual([])
  })
})

describe('the roll-up of house accounts', () => {
  test('house_rollup_late_commit: what began before a roll-up and commits after it is not missed', async () => {
    const before = await caughtUp()
    const late = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow = transaction(db, async tx => {
      await post(tx, deposit(newMember(), 7n))
      begun.resolve()
      await late.promise
    })
    await begun.promise
    await post(db, deposit(newMember(), 30n))
    await rollUpHouse(db)
    // Neither counts yet: the quick one has the higher number, and counting it would pass over the
    // slow one for ever.
    expect(await rolled()).toBe(before)
    late.resolve()
    await slow
    expect(await caughtUp()).toBe(before - 37n)
    await rollUpHouse(db)
    expect(await rolled()).toBe(before - 37n)
    await assertBooksHold(db)
  })

  test('the oldest transaction that still runs is not missed by a roll-up, nor looked for in it', async () => {
    const before = await caughtUp()
    await transaction(db, async tx => {
      const { own } = await theRow<{ own: string }>(
        tx,
        sql`select pg_current_xact_id()::text as own`,
      )
      await post(tx, deposit(newMember(), 5n))
      await expect
        .poll(async () => {
          await rollUpHouse(superuser)
          return theRow(
            superuser,
            sql`select through_xid::text as through from ledger.house_balance where account_code = 0`,
          )
        })
        .toEqual({ through: own })
    })
    await assertBooksHold(db)
    expect(await caughtUp()).toBe(before - 5n)
  })

  test('many at once beside traffic count each posting once', async () => {
    const before = await caughtUp()
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 4 ? post(db, deposit(newMember(), 10n)) : rollUpHouse(db),
      ),
    )
    expect(await caughtUp()).toBe(before - 300n)
    await assertBooksHold(db)
  })
})

test('by pages of one, each end of a chain is read once', async () => {
  const all = await Array.fromAsync(chainHeads(db))
  const read: typeof all = []
  while (read.length <= all.length) {
    const last = read.at(-1) ?? { memberId: 0n, accountCode: 0, venueId: 0 }
    const page = await rows(db, heads(last, 1))
    if (page.length === 0) break
    read.push(...page)
  }
  expect(all.length).toBeGreaterThan(1)
  expect(read).toEqual(all)
})

test('a page that is exactly full is not the last', async () => {
  const FULL = 5_000
  await undone(async tx => {
    const before = (await Array.fromAsync(chainHeads(tx))).length
    await run(
      tx,
      sql`insert into ledger.account (member_id, account_code, venue_id, version, head)
      select 9000000000 + n, 100, 0, 1, sha256('x') from generate_series(1, ${FULL + 1 - before}::int) n`,
    )
    expect(await Array.fromAsync(chainHeads(tx))).toHaveLength(FULL + 1)
  })
})
