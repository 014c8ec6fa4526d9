// `npm run drill -- alerts`: breaks a site of its own in every way that has an alert, collects its
// metrics before, during and after, and has promtool say that each alert is silent, fires and ends.
// A breakdown of seconds is played to promtool as one of minutes (alerting/replay.ts). It needs
// promtool (Debian: the package prometheus) and takes about five minutes.
import { caseState } from '@tianping/contract/books/facts'
import { transferState } from '@tianping/contract/venues/facts'
import { sql, transaction } from '@tianping/database'
import { setTimeout as pause } from 'node:timers/promises'
import { inRoot } from '../root.ts'
import { endService } from '../stack.ts'
import { expressions, promtool, replay, RULES, type Breakdown } from './alerting/replay.ts'
import type { Scrape } from './alerting/scrape.ts'
import { AlertSite } from './alerting/site.ts'

type Breaking = {
  alerts: string[]
  how: string
  /** Breaks the site, scrapes while it is broken, and heals it. */
  work(site: AlertSite): Promise<Scrape>
}

/** Nothing on this machine moves the database's clock; promtool's own tests fire the alert. */
const NOT_FIRED = ['ClockUnsure']
/** The reading of a collection is kept for three seconds. */
const FRESH_MS = 3_200
const SLOW_MS = 150_000

const fresh = async (site: AlertSite) => {
  await pause(FRESH_MS)
  return site.scrape()
}

async function repeat(times: number, everyMs: number, work: () => Promise<unknown>) {
  for (let n = 0; n < times; n++) {
    await work().catch(() => undefined)
    await pause(everyMs)
  }
}

/** Holds a lock on a table while something is done. */
const locked = <T>(site: AlertSite, table: string, work: () => Promise<T>) =>
  transaction(
    site.owner,
    async tx => {
      await tx.query(sql`lock table ${sql.id(table)} in access exclusive mode`)
      return work()
    },
    { longestMs: 600_000 },
  )

const slowly: Breaking = {
  alerts: ['VenueAway', 'FeedStands', 'TransferUnknown', 'JobStands'],
  how: 'the venue is stopped, a transfer meets it and is made older by hand, the exports are locked',
  work: async site => {
    site.venue.kill('SIGSTOP')
    const seen = await locked(site, 'data_export', async () => {
      await site.call('/api/transfer', {
        sourcetype: 'userbalance',
        targettype: 'FG',
        amount: '10',
      })
      await site.sql(
        sql`update venue_transfer set created_at = created_at - interval '11 minutes' where state = ${sql.literal(transferState.pending)}`,
      )
      await pause(SLOW_MS)
      return site.scrape()
    })
    site.venue.kill('SIGCONT')
    await pause(75_000)
    return seen
  },
}

const breakings: Breaking[] = [
  {
    alerts: ['CallsSlow', 'PoolExhausted'],
    how: 'a table that a call reads is locked, and eighty members ask',
    work: site =>
      locked(site, 'article', async () => {
        const asked = Array.from({ length: 80 }, () => site.call('/api/article', { type: 1 }))
        await pause(6_500)
        const more = Array.from({ length: 80 }, () => site.call('/api/article', { type: 1 }))
        await pause(500)
        const seen = await site.scrape()
        void Promise.allSettled([...asked, ...more])
        return seen
      }),
  },
  {
    alerts: ['EventLoopBlocked'],
    how: 'the process stands still for half of the time',
    work: async site => {
      await repeat(8, 700, async () => {
        site.server.child.kill('SIGSTOP')
        await pause(700)
        site.server.child.kill('SIGCONT')
      })
      return site.scrape()
    },
  },
  {
    alerts: ['CallbackForged', 'SecurityAlert'],
    how: 'six callbacks are forged',
    work: async site => {
      await repeat(6, 50, () => site.call('/api/callback/sandbox', {}))
      const seen = await fresh(site)
      await seenAll(site)
      return seen
    },
  },
  {
    alerts: ['ReconciliationLate'],
    how: 'the runs of reconciliation are made older by hand',
    work: async site => {
      const shift = (text: string) =>
        transaction(site.owner, async tx => {
          await tx.query(sql`set local session_replication_role = replica`)
          await tx.query(
            sql`update ledger.reconciliation_run set finished_at = finished_at + ${text}::interval`,
          )
        })
      await reconciled(site)
      await shift('-3 days')
      const seen = await fresh(site)
      await shift('3 days')
      return seen
    },
  },
  {
    alerts: ['ReconciliationDifference'],
    how: 'a balance is changed behind the ledger, and the books are compared',
    work: async site => {
      const change = (fen: number) =>
        transaction(site.owner, async tx => {
          await tx.query(sql`set local session_replication_role = replica`)
          await tx.query(sql`
            update ledger.account set posted_balance = posted_balance + ${fen}
            where account_code = 100 and posted_balance > 100 and member_id = (
              select min(member_id) from ledger.account where account_code = 100 and posted_balance > 100)`)
        })
      await change(1)
      await reconciled(site)
      const seen = await fresh(site)
      await change(-1)
      await site.sql(
        sql`update reconciliation_case set state = ${sql.literal(caseState.resolved)}, resolved_by = 'drill', resolved_at = clock_timestamp() where state = ${sql.literal(caseState.open)}`,
      )
      return seen
    },
  },
  {
    alerts: ['DailyJobLate'],
    how: 'the newest day of the levels is marked as failed and leased away',
    work: async site => {
      await site.sql(sql`
        update job_run set finished_at = null, last_error = 'drill', leased_until = clock_timestamp() + interval '20 seconds'
        where job = 'vip' and day = (select max(day) from job_run where job = 'vip')`)
      const seen = await fresh(site)
      await pause(40_000)
      return seen
    },
  },
  {
    alerts: ['OutboxStands'],
    how: 'an item that nobody takes is put into the outbox and made older',
    work: async site => {
      await site.sql(sql`
        insert into ledger.outbox (member_id, topic, payload, created_at) values (1, 'drill', '{}', clock_timestamp() - interval '20 minutes')`)
      const seen = await fresh(site)
      await site.sql(sql`delete from ledger.outbox where topic = 'drill'`)
      return seen
    },
  },
  {
    alerts: ['NewsLost'],
    how: 'the line of the news is ended again and again',
    work: async site => {
      const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tianping-news'`
      for (let n = 0; n < 50; n++) {
        await site.owner.query(end)
        const seen = await site.scrape()
        if (seen?.values.get('tianping_news_up') === 0) return seen
      }
      return null
    },
  },
  {
    alerts: ['DatabaseAway', 'CallsFail'],
    how: 'PostgreSQL is stopped',
    work: async site => {
      await site.postgres.stop()
      await repeat(20, 100, () => site.call('/api/homenotice'))
      const seen = await fresh(site)
      await site.startPostgres()
      return seen
    },
  },
  {
    alerts: ['InstanceDown'],
    how: 'the server is ended and started again',
    work: async site => {
      await endService(site.server.child)
      const seen = await site.scrape()
      site.server = await site.startServer({}, site.server.metricsPort)
      return seen
    },
  },
  {
    alerts: ['ProviderRefuses'],
    how: 'another instance has a provider that takes no order',
    work: async site => {
      const { server } = site
      site.server = await site.startServer({ SANDBOX_PROVIDER_AWAY: '1', RUN_JOBS: '0' })
      await repeat(4, 100, () => site.call('/api/recharge', { paytype: 'wechat', amount: '100' }))
      const seen = await site.scrape()
      await endService(site.server.child)
      site.server = server
      return seen
    },
  },
]

/** Marks every security alert as seen; those of the demo are there from the start. */
const seenAll = (site: AlertSite) =>
  site.sql(
    sql`update security_alert set seen_by = 'drill', seen_at = clock_timestamp() where seen_at is null`,
  )

/** Waits until a job has found the near deadline of the demo's incident, at most a minute. */
async function demoAlerted(site: AlertSite): Promise<void> {
  for (let n = 0; n < 60; n++) {
    const found = await site.owner.query(sql`select 1 from security_alert where kind = 'duty_near'`)
    if (found.rows.length > 0) return
    await pause(1_000)
  }
}

/** Has the books compared once, and waits until it is done. */
async function reconciled(site: AlertSite): Promise<void> {
  const { rows } = await site.owner.query(sql<{ id: bigint }>`
    insert into reconciliation_task (kind, asked_by, asked_at) values ('books', 'drill', clock_timestamp()) returning task_id as id`)
  const id = rows[0]?.id ?? 0n
  for (;;) {
    const done = await site.owner.query(
      sql`select 1 from reconciliation_task where task_id = ${id} and finished_at is not null`,
    )
    if (done.rows.length > 0) return
    await pause(500)
  }
}

async function broken(site: AlertSite, breaking: Breaking): Promise<Breakdown[]> {
  console.log(`- ${breaking.how}`)
  await seenAll(site)
  const before = await fresh(site)
  const during = await breaking.work(site)
  const after = await fresh(site)
  return breaking.alerts.map(alert => ({ alert, before, during, after }))
}

function judged(breakdowns: Breakdown[], notFired: string[]): boolean {
  let holds = true
  const said = (what: string, complaint: string) => {
    holds &&= complaint === ''
    console.log(`${complaint === '' ? 'ok  ' : 'FAIL'} ${what}${complaint && `\n${complaint}`}`)
  }
  console.log('\nExpected: each alert is silent before, fires during and is silent after. Seen:')
  for (const breakdown of breakdowns) said(breakdown.alert, replay(breakdown))
  const fired = new Set([...breakdowns.map(({ alert }) => alert), ...notFired])
  const left = [...expressions().keys()].filter(alert => !fired.has(alert))
  said('every alert is fired', left.join(', '))
  said('the rules are sound', promtool('check', 'rules', RULES))
  const tests = inRoot('deploy/prometheus/rules.test.yml')
  said('the tests of the rules', promtool('test', 'rules', tests))
  console.log(`Not fired here, only in the tests of the rules: ${notFired.join(', ')}.`)
  return holds
}

/** `quick` leaves out what takes minutes; with names of alerts only those are fired. */
export async function drill(wanted: string[]): Promise<boolean> {
  const absent = promtool('--version')
  if (absent !== '') {
    console.error(absent)
    return false
  }
  const chosen = [slowly, ...breakings].filter(({ alerts }) =>
    wanted[0] === 'quick' ? alerts !== slowly.alerts : alerts.some(each => wanted.includes(each)),
  )
  const works = wanted.length === 0 ? [slowly, ...breakings] : chosen
  const site = new AlertSite()
  const breakdowns: Breakdown[] = []
  try {
    await site.open()
    await demoAlerted(site)
    for (const breaking of works) breakdowns.push(...(await broken(site, breaking)))
  } finally {
    await site.close()
  }
  const fired = new Set(works.flatMap(({ alerts }) => alerts))
  return judged(
    breakdowns,
    wanted.length === 0 ? NOT_FIRED : [...expressions().keys()].filter(each => !fired.has(each)),
  )
}
