// Complaints and conversations, what the site says at a minute, whom it lets in, and the venues.
import type { Given } from '@tianping/contract'
import { earliestEvent } from '@tianping/contract/complaints/rules'
import { rows, run, sql, transaction } from '@tianping/database'
import { addDays, beijingDay, monthsLater } from '@tianping/money/day'
import { afterAll, describe } from 'vitest'
import { startStub } from '../../../../tooling/providers/start.ts'
import { jobStatuses, scheduleReconciliation } from '../../src/areas/books/console/dailyJobs.ts'
import { runComplaints } from '../../src/areas/complaints/complaints.ts'
import { erase } from '../../src/areas/dataRights/erase.ts'
import { runScheduledReports } from '../../src/areas/figures/figures.ts'
import { ratesNow } from '../../src/areas/rates/now.ts'
import { ratesSetting } from '../../src/areas/rates/setting.ts'
import { askSource } from '../../src/areas/rates/source.ts'
import { endSilent } from '../../src/areas/tickets/tickets.ts'
import {
  connectionKey,
  connectionSchema,
  sandboxConnection,
} from '../../src/areas/venues/connect/setting.ts'
import { transferWithVenue } from '../../src/areas/venues/transfer.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { bankTransfer, give } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { sendFile } from '../support/sendFile.ts'
import { photograph } from '../verification/support.ts'
import { begins, examine, inDatabase, onFigure, onText, outcome } from './examine.ts'
import { complaintEdges, siteEdges, ticketEdges, venueLimitEdges } from './tables/service.ts'
import { setLeaf } from './values.ts'
import { DAY_MS, openWorld } from './world.ts'

const source = await startStub('rateSource', {})
const { site, owner, clock, today, nextNoon, standAt } = await openWorld()
afterAll(async () => {
  source.close()
  await assertBooksHold(owner)
})
const inWorld = { db: owner, now: () => clock.now(), before: nextNoon }

type Member = Awaited<ReturnType<typeof site.member>>
const after = async (member: Member, ms: number): Promise<Member> => {
  clock.advance(ms)
  return { ...member, token: await site.enter(member.memberId) }
}
const many = async (count: number, once: (n: number) => Promise<string>) => {
  let said = ''
  for (let n = 0; n < count; n += 1) said = await once(n)
  return said
}
const at = (minute: string) => new Date(`${minute.replace(' ', 'T')}:00+08:00`)

describe('complaints', () => {
  const complaining = ({ token }: Member, event_day = '') =>
    site.call<{ complaint_no: string }>(
      'POST /api/complaints/new',
      { kind: 'withdrawal', content: '取款三天没有到账，请核查', order_no: '', event_day },
      { token },
    )
  /** The state of a complaint that was sent so long ago, once the job has run. */
  const aged = async (age: string) => {
    const { data } = await complaining(await site.member())
    await run(
      owner,
      sql`update complaint set created_at = created_at - ${age}::interval, answer_by = answer_by - ${age}::interval where complaint_no = ${data.complaint_no}`,
    )
    await runComplaints(site.services)
    const [found] = await rows(
      owner,
      sql<{
        state: number
        alarmedAt: Date | null
      }>`select state, alarmed_at from complaint where complaint_no = ${data.complaint_no}`,
    )
    return found!
  }
  examine(
    complaintEdges,
    {
      // The day on which the time ends counts whole.
      'complaints.answerDays': onFigure(async days =>
        (await aged(`${days} days`)).state === 1 ? 'open' : 'ended',
      ),
      'complaints.alarmHours': onFigure(async (_hours, step) =>
        (await aged(`10 hours ${step} minutes`)).alarmedAt ? 'alarm' : '',
      ),
      'complaints.eventMonths': onFigure(async (_months, step) => {
        const day = addDays(earliestEvent(beijingDay(clock.now()), 8), -step)
        return outcome(complaining(await site.member(), day))
      }),
      'complaints.maxOpen': onFigure(async count => {
        const member = await site.member()
        return many(count, () => outcome(complaining(member)))
      }),
    },
    inDatabase(inWorld),
  )
})

describe('conversations', () => {
  const beginning = ({ token }: Member) =>
    site.call<{ ticket_no: string }>(
      'POST /api/tickets/new',
      { topic: 'deposit', content: '同一个订单扣了我两次钱' },
      { token },
    )
  const begun = async (member: Member) => (await beginning(member)).data.ticket_no
  const line = ({ token }: Member, ticket_no: string) =>
    site.call('POST /api/tickets/reply', { ticket_no, content: '请尽快处理' }, { token })
  /** A throttle says 429 and how long to wait. */
  const throttled = async (call: Promise<{ code: number; message: string }>) => {
    const { code, message } = await call
    return code === 429 ? '429' : outcome(Promise.resolve({ code, message }))
  }
  examine(
    ticketEdges,
    {
      'tickets.maxOpen': onFigure(async count => {
        const member = await site.member()
        return many(count, () => outcome(beginning(member)))
      }),
      // The first line begins the conversation.
      'tickets.linesPerHour': onFigure(async count => {
        const member = await site.member()
        const no = await begun(member)
        return many(count - 1, () => throttled(line(member, no)))
      }),
      'tickets.picturesPerHour': onFigure(async count => {
        const member = await site.member()
        const fields = { ticket_no: await begun(member) }
        const bytes = await photograph()
        const { token } = member
        return many(count, () =>
          throttled(sendFile(site, '/api/tickets/picture', { token, fields, bytes })),
        )
      }),
      'tickets.reopenDays': onFigure(async (_days, step) => {
        const member = await site.member()
        const no = await begun(member)
        await site.call('POST /api/tickets/solve', { ticket_no: no }, { token: member.token })
        return outcome(line(await after(member, 5 * DAY_MS + step), no))
      }),
      'tickets.answerMinutes': onFigure(async (_minutes, step) => {
        const no = await begun(await site.member())
        clock.advance(20 * 60_000 + step)
        const by = await desk(site, 'support')
        const { data } = await by.call('POST /api/console/tickets/list', { q: no })
        return data.data.find(each => each.ticket_no === no)!.overdue ? 'late' : ''
      }),
      'tickets.silentDays': onFigure(async (_days, step) => {
        const no = await begun(await site.member())
        const by = await desk(site, 'support')
        await by.call('POST /api/console/tickets/reply', {
          ticket_no: no,
          content: '正在核实',
          note: false,
        })
        clock.advance(5 * DAY_MS + step)
        await endSilent(site.services)
        const open = await rows(
          owner,
          sql`select from ticket where ticket_no = ${no} and state = 1`,
        )
        return open.length > 0 ? 'open' : 'ended'
      }),
    },
    inDatabase(inWorld),
  )
})

describe('the site', () => {
  const joining = ({ birthday = '', n = '' }) =>
    outcome(
      site.call(
        'POST /api/register',
        {
          name: `edge${n}${clock.now().getTime() % 1_000_000}`,
          password: 'secret1',
          confirmPass: 'secret1',
          realname: '测试员',
          paypassword: '888888',
          code: 'abcd',
          pid: '',
          birthday,
        },
        { headers: { 'x-forwarded-for': `10.66.${n.length}.${clock.now().getTime() % 250}` } },
      ),
    )
  const status = onText(async minute => {
    standAt(at(minute))
    const { data } = await site.call<Given<'POST /api/status'>>('POST /api/status')
    return data.windows.some(({ now }) => now) ? 'now' : ''
  })
  const popup = onText(async minute => {
    standAt(at(minute))
    const { data } = await site.call<{ index_modal: number }>('POST /api/app')
    return data.index_modal === 1 ? 'shown' : ''
  })
  const pricedAt = onFigure(async price => {
    await source.steer('/_price', { price: price.toFixed(4), at: clock.now().getTime() })
    const setting = await ratesSetting(owner)
    const asked = { name: '甲', url: `${source.url}/price`, path: 'data.0.price' }
    const place = { mode: 'sandbox', providerHosts: [] } as never
    return askSource(
      place,
      { ...asked, timePath: '', timeoutMs: 3_000 },
      {
        bounds: setting,
        now: clock.now(),
      },
    ).then(
      ({ rate }) => rate,
      (error: Error) => (error.message.includes('超出允许范围') ? '超出允许范围' : error.message),
    )
  })
  examine(
    siteEdges,
    {
      'status.windows[].from': status,
      'status.windows[].until': status,
      'app.modal_from': popup,
      'app.modal_until': popup,
      // On the birthday, a day before it and a day after.
      'age.minAge': onFigure(async (_age, step) => {
        const day = addDays(beijingDay(clock.now()), -step)
        const birthday = `${Number(day.slice(0, 4)) - 21}${day.slice(4)}`
        const { token } = await site.member({ birthday })
        return outcome(site.call('POST /api/recharge', { ...bankTransfer, amount: 200 }, { token }))
      }),
      'age.earliestBirthday': onText((birthday, step) =>
        joining({ birthday, n: String(step + 1) }),
      ),
      'security.idleMonths': onFigure(async (_months, step) => {
        const { name } = await site.member()
        standAt(new Date(monthsLater(clock.now(), 6).getTime() + step))
        return begins(
          await outcome(
            site.call(
              'POST /api/login',
              { name, password: 'secret1', code: 'abcd' },
              { headers: { 'x-forwarded-for': `192.0.2.${step + 5}` } },
            ),
          ),
          '账户超过 6 个月未登录',
        )
      }),
      'reconciliation.runAt': onText(async (_hour, step) => {
        standAt(today('02:00', step))
        await run(owner, sql`delete from reconciliation_task`)
        await scheduleReconciliation(site.services)
        const day = beijingDay(clock.now())
        const asked = await rows(
          owner,
          sql`select from reconciliation_task where day = ${day}::date`,
        )
        return asked.length > 0 ? 'asked' : ''
      }),
      'scheduled_reports.plans[].runAt': onText(async (_hour, step) => {
        standAt(today('02:00', step))
        await run(owner, sql`update ledger.fact_progress set rolled_at = ${clock.now()}`)
        await run(owner, sql`delete from report_file`)
        await runScheduledReports(site.services)
        const day = addDays(beijingDay(clock.now()), -1)
        const made = await rows(owner, sql`select from report_file where to_day = ${day}::date`)
        return made.length > 0 ? 'made' : ''
      }),
      'reconciliation.lateMinutes': onFigure(async (_minutes, step) => {
        standAt(today('06:00', step))
        await run(owner, sql`delete from reconciliation_task`)
        const jobs = await jobStatuses(site.services)
        return jobs.find(({ job }) => job === 'reconciliation')!.state
      }),
      // By the clock of the database, to a day: of a member who was erased so many years ago.
      'data_rights.recordYears': onFigure(async (_years, step) => {
        const { memberId } = await site.member()
        await run(
          owner,
          sql`update member set closing_at = now(), closed_at = now() where member_id = ${memberId}`,
        )
        await transaction(owner, tx => erase(site.services, tx, memberId))
        await run(
          owner,
          sql`update legal_record set kept_until = kept_until - interval '3 years' - make_interval(days => ${step}) where member_id = ${memberId}`,
        )
        await run(owner, sql`select purge_legal_records()`)
        const kept = await rows(owner, sql`select from legal_record where member_id = ${memberId}`)
        return kept.length > 0 ? 'kept' : 'gone'
      }),
      'usdtRates.byHand.until': onText(async (_minute, step) => {
        const now = new Date(at('2027-06-01 12:00').getTime() + step)
        return (await ratesNow(owner, now)).from
      }),
      'usdtRates.lowest': pricedAt,
      'usdtRates.highest': pricedAt,
    },
    inDatabase({
      ...inWorld,
      bases: {
        status: {
          windows: [{ service: '存款', from: '2026-01-01 00:00', until: '2028-01-01 00:00' }],
        },
        app: { index_modal: 1, webcontent: '<p>公告</p>' },
        usdtRates: { byHand: { rate: 7.1 } },
        scheduled_reports: { plans: [{ ref: 'daily', name: '每日' }] },
      },
    }),
  )
})

describe('a venue', () => {
  let transfers = 0
  /** Nobody answers there: a venue is left alone after some tries, so that each row has its own. */
  const bringing = (platname: string) =>
    onFigure(async fen => {
      clock.advance(60_000)
      const { memberId } = await site.member()
      await give(site, memberId, 100_000_00n)
      const venue = (await site.services.venues.named(platname))!
      const { kind } = await transferWithVenue(site.services, {
        memberId,
        venue,
        direction: 'IN',
        amountFen: BigInt(fen),
        requestKey: `edge-${(transfers += 1)}`,
        actor: { type: 'system', id: 'test' },
      })
      return kind === 'over_limit' ? kind : 'goes'
    })
  examine(
    venueLimitEdges,
    { 'venue.maxTransferFen': bringing('FG'), 'venue.exposureFen': bringing('PP') },
    {
      before: nextNoon,
      set: async ({ keys }, number) => {
        const value = setLeaf({ ...sandboxConnection }, keys, number) as typeof sandboxConnection
        const by = { name: 'test', at: clock.now() }
        for (const code of ['FG', 'PP'])
          await writeSetting(owner, connectionKey(code), connectionSchema, value, by)
      },
    },
  )
})
