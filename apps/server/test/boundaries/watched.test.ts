// The site's own defence, how long rows stay, and whom staff look after.
import { rows, run, sql, type Sql } from '@tianping/database'
import { beijingDay, monthsLater } from '@tianping/money/day'
import type { SecurityKind } from '@tianping/contract/security/facts'
import { describe } from 'vitest'
import { gatherAlerts } from '../../src/areas/cases/gather.ts'
import { runRetention } from '../../src/areas/compliance/retention/run.ts'
import { runHarm } from '../../src/areas/harm/job.ts'
import { lookAt } from '../../src/areas/harm/look.ts'
import { asksCheck } from '../../src/areas/harm/markers.ts'
import { harmRule } from '../../src/areas/harm/setting.ts'
import { factsOf } from '../../src/areas/harm/store/facts.sql.ts'
import { harmWaiting } from '../../src/areas/harm/store/job.sql.ts'
import { askDaily } from '../../src/areas/screening/jobs.ts'
import { desk } from '../console/support.ts'
import { activate, hitsOf, people, rename, screen } from '../screening/support.ts'
import { alikeDrives, examine, inDatabase, onFigure, onText } from './examine.ts'
import { alertMinutes, alertTimes, retentionEdges, securityEdges } from './tables/security.ts'
import { careEdges, caseEdges } from './tables/watched.ts'
import { DAY_MS, HOUR_MS, openWorld } from './world.ts'

const { site, owner, clock, today, nextNoon } = await openWorld()
const { events } = site.services
const inWorld = { db: owner, now: () => clock.now(), before: nextNoon }

let serial = 0
/** The random part of a number. */
const caseNo = () => `EDGE${String.fromCharCode(65 + (serial += 1))}X`
/** Rows stay by the day of the database, so that these stand on its calendar. */
const cutoff = (days: number) =>
  Date.parse(`${beijingDay(new Date())}T00:00:00+08:00`) - days * DAY_MS
const endingOf =
  (
    days: number,
    insert: (memberId: bigint, at: Date) => Sql,
    table: string,
    /** The rows that did not end, where they are not the member's rows. */
    kept?: (memberId: bigint) => Sql,
  ) =>
  async (_figure: number, step: number) => {
    const { memberId } = await site.member()
    const at = new Date(cutoff(days) + step)
    await run(owner, insert(memberId, at))
    await runRetention(site.services, beijingDay(new Date()))
    const left = await rows(
      owner,
      sql`select from ${sql.id(table)} where ${kept?.(memberId) ?? sql`member_id = ${memberId}`}`,
    )
    return left.length > 0 ? 'kept' : 'gone'
  }

describe('alerts', () => {
  const raised = async (kind: SecurityKind) => {
    await events.settled()
    const found = await rows(
      owner,
      sql`select from security_alert where kind = ${kind} and raised_at = ${clock.now()}`,
    )
    return found.length > 0 ? 'raised' : ''
  }
  const note = (kind: SecurityKind) => events.note({ kind, subject: '', address: '' })
  const kindOf = (leaf: string) => leaf.split('.')[2] as SecurityKind
  examine(
    securityEdges,
    {
      ...alikeDrives(alertTimes, leaf =>
        onFigure(async times => {
          for (let n = 0; n < times; n += 1) note(kindOf(leaf))
          return raised(kindOf(leaf))
        }),
      ),
      // In the middle of a minute, so that a window by whole minutes is too short.
      ...alikeDrives(alertMinutes, leaf =>
        onFigure(async (_minutes, step) => {
          clock.advance(30_000)
          note(kindOf(leaf))
          await events.settled()
          clock.advance(5 * 60_000 + step)
          note(kindOf(leaf))
          return raised(kindOf(leaf))
        }),
      ),
      'security.lookupsPerHour': onFigure(async count => {
        const by = await desk(site, 'support')
        let said = ''
        for (let n = 0; n < count; n += 1) {
          const { code } = await by.call('POST /api/console/search', { q: `139123456${10 + n}` })
          said = code === 200 ? '' : `${code}`
        }
        return said
      }),
      'security.keepDays': onFigure(async (_days, step) => {
        const at = new Date(cutoff(30) + step)
        await run(
          owner,
          sql`insert into security_event (kind, subject, address, minute, times, first_at, last_at) values ('forbidden', 'kept', '', ${at}, 1, ${at}, ${at})`,
        )
        await runRetention(site.services, beijingDay(new Date()))
        const left = await rows(
          owner,
          sql`select from security_event where subject = 'kept' and minute = ${at}`,
        )
        return left.length > 0 ? 'kept' : 'gone'
      }),
    },
    inDatabase({
      ...inWorld,
      bases: {
        security: {
          alerts: Object.fromEntries(
            alertTimes.map(leaf => [kindOf(leaf), { times: 2, minutes: 10 }]),
          ),
        },
      },
    }),
  )
})

describe('how long rows stay', () => {
  examine(
    retentionEdges,
    {
      'retention.refusalDays': onFigure(
        endingOf(
          40,
          (memberId, at) =>
            sql`insert into refusal (member_id, call, reason, request_id, refused_at) values (${memberId}, 'x', 'y', 'r', ${at})`,
          'refusal',
        ),
      ),
      'retention.deviceDays': onFigure(
        endingOf(
          400,
          (memberId, at) =>
            sql`with old as (delete from device_trace where member_id = ${memberId}) insert into device_trace (member_id, device, address, agent, first_at, last_at) values (${memberId}, ${'ab'.repeat(16)}, '', '', ${at}, ${at})`,
          'device_trace',
        ),
      ),
      'retention.visitDays': onFigure(
        endingOf(
          400,
          (memberId, at) =>
            sql`insert into play_stretch (member_id, began_at, last_at) values (${memberId}, ${new Date(at.getTime() - 1_000)}, ${at})`,
          'play_stretch',
        ),
      ),
      'retention.messageDays': onFigure(
        endingOf(
          400,
          (memberId, at) =>
            sql`with old as (delete from message where member_id = ${memberId}) insert into message (member_id, title, content, created_at) values (${memberId}, 't', 'c', ${at})`,
          'message',
        ),
      ),
      'retention.receiptDays': onFigure(
        endingOf(
          400,
          (memberId, at) => sql`
          with made as (
            insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, created_at, action_key)
            values (${memberId}, ${`D-${memberId}`}, 'card', 100, 3, '', ${at}, 'k') returning member_id, deposit_no)
          insert into deposit_receipt (member_id, deposit_no, bytes, content, key_sealed, uploaded_at)
          select member_id, deposit_no, 1, 'x', 'x', ${at}::timestamptz from made`,
          'deposit_receipt',
        ),
      ),
      'retention.launchDays': onFigure(
        endingOf(
          400,
          (memberId, at) =>
            sql`insert into launch_ticket (ticket, member_id, venue_id, made_at, expires_at, ended_at) values (${`edge-ticket-${memberId}`}, ${memberId}, 6, ${at}, ${at}, ${at})`,
          'launch_ticket',
        ),
      ),
      'retention.payerDays': onFigure(
        endingOf(
          400,
          (memberId, at) => sql`
          with file as (
            insert into bank_import (account, layout, file_name, file_hash, lines, fresh, outgoing, imported_by, imported_at)
            values ('6222', 'x', 'x', ${`x${memberId}`}, 1, 1, 0, 'anna', now()) returning import_id)
          insert into bank_line (import_id, account, reference, booked_at, amount_fen, payer_name, payer_tail, note, state, decided_at)
          select import_id, '6222', ${`r${memberId}`}, ${at}::timestamptz, 100, '外人', '1111', '', 'returned', ${at}::timestamptz from file`,
          'bank_line',
          memberId => sql`payer_name <> '' and reference = ${`r${memberId}`}`,
        ),
      ),
      'retention.complaintDays': onFigure(
        endingOf(
          400,
          (memberId, at) => sql`
          insert into complaint (complaint_no, member_id, kind, answer_by, waits_for, state, outcome, decided_at, action_key)
          values (${`C20200101-${caseNo()}`}, ${memberId}, 'game', ${at}, '', 2, 'upheld', ${at}, ${`c${memberId}`})`,
          'complaint',
          memberId => sql`redacted_at is null and member_id = ${memberId}`,
        ),
      ),
      'retention.ticketDays': onFigure(
        endingOf(
          400,
          (memberId, at) => sql`
          insert into ticket (ticket_no, member_id, topic, state, waits_for, created_at, updated_at, closed_at, action_key)
          values (${`T20200101-${caseNo()}`}, ${memberId}, 'deposit', 2, '', ${at}, ${at}, ${at}, ${`t${memberId}`})`,
          'ticket',
          memberId => sql`redacted_at is null and member_id = ${memberId}`,
        ),
      ),
      'retention.deliveryDays': onFigure(
        endingOf(
          40,
          (memberId, at) =>
            sql`insert into delivery (member_id, channel, kind, contact, state, created_at, decided_at) values (${memberId}, 'mail', 'code', 'x', 2, ${at}, ${at})`,
          'delivery',
        ),
      ),
    },
    inDatabase(inWorld),
  )
})

describe('care for members', () => {
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  const noted = async (...notes: string[]) => {
    const { memberId } = await site.member()
    for (const content of notes)
      await run(
        owner,
        sql`insert into member_note (member_id, content, written_by, written_at) values (${memberId}, ${content}, 'support', ${later(-HOUR_MS)})`,
      )
    await deposit(memberId, 20_000_00, later(-DAY_MS))
    return memberId
  }
  const deposit = (memberId: bigint, fen: number, at: Date) =>
    run(
      owner,
      sql`insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key)
      values (${memberId}, ${`E-${(serial += 1)}`}, 'card', ${fen}, 2, '', ${fen}, ${at}, ${at}, ${`e${serial}`})`,
    )
  const factsNow = async (memberId: bigint) => {
    const { rule } = await harmRule(owner)
    const [found] = await factsOf(owner, [memberId], clock.now(), rule)
    return { facts: found!, rule }
  }
  /** Whether the case that a look at the member opens is late after so long. */
  const lateAfter = async (memberId: bigint, ms: number) => {
    await lookAt(site.services, [memberId], { now: clock.now() })
    return isLate(memberId, later(ms))
  }
  const isLate = async (memberId: bigint, at: Date) => {
    await run(owner, sql`delete from harm_interaction where member_id <> ${memberId}`)
    await run(owner, sql`delete from harm_case where member_id <> ${memberId} or kind = 'check'`)
    return (await harmWaiting(owner, at)).late > 0 ? 'late' : ''
  }
  const decide = async (memberId: bigint, as: 'ease' | 'keep') => {
    const by = await desk(site, 'support')
    const [open] = await rows(
      owner,
      sql<{
        caseId: bigint
      }>`select case_id from harm_case where member_id = ${memberId} and state = 1`,
    )
    const body = { case_id: Number(open!.caseId), remark: '已电话沟通' }
    const { code, message } = await by.call(`POST /api/console/harm/${as}`, body)
    if (code !== 200) throw new Error(message)
  }
  examine(
    careEdges,
    {
      'harm.chasing.minFen': onFigure(async fen => {
        const { memberId } = await site.member()
        const at = later(-2 * HOUR_MS)
        await run(
          owner,
          sql`insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
          values (${memberId}, 1, ${`e${(serial += 1)}`}, 1, 1, 'baccarat', 'r', '{}', ${fen}, ${fen}, 0, ${-fen}, 1, '{}', '1', ${at}, ${at}, ${at})`,
        )
        await deposit(memberId, 100_00, later(-1.5 * HOUR_MS))
        return (await factsNow(memberId)).facts.chased > 0 ? 'chasing' : ''
      }),
      'harm.taskHours': onFigure(async (_hours, step) =>
        lateAfter(await noted('欠债'), 40 * HOUR_MS + step),
      ),
      'harm.stopHours': onFigure(async (_hours, step) =>
        lateAfter(await noted('自杀'), 30 * HOUR_MS + step),
      ),
      'harm.quietDays': onFigure(async (_days, step) => {
        const memberId = await noted('欠债')
        await lookAt(site.services, [memberId], { now: clock.now() })
        await decide(memberId, 'ease')
        const steps = await lookAt(site.services, [memberId], {
          now: later(20 * DAY_MS + step),
        })
        return steps > 0 ? 'task' : 'none'
      }),
      'harm.againDays': onFigure(async (_days, step) => {
        const memberId = await noted('自杀')
        await lookAt(site.services, [memberId], { now: clock.now() })
        await decide(memberId, 'keep')
        return isLate(memberId, later(20 * DAY_MS + step))
      }),
      'harm.netCheck.months': onFigure(async (_months, step) => {
        const { memberId } = await site.member()
        await deposit(memberId, 20_000_00, later(-DAY_MS))
        const opened = new Date(monthsLater(clock.now(), -6).getTime() - step)
        await run(
          owner,
          sql`insert into harm_case (member_id, kind, level, score, reasons, rule_version, opened_at, due_at, state, outcome, decided_by, decided_at)
          values (${memberId}, 'check', 1, 40, '[]', 0, ${opened}, ${opened}, 2, 'eased', 'x', ${opened})`,
        )
        const { facts, rule } = await factsNow(memberId)
        return asksCheck(facts, rule) ? 'check' : 'none'
      }),
      // Of a thousand who played last month so many were reached.
      'harm.harmRate': onFigure(async reached => {
        const { memberId } = await site.member()
        await run(owner, sql`delete from harm_month`)
        await run(owner, sql`truncate turnover_day, harm_interaction`)
        await run(
          owner,
          sql`insert into harm_month (month, players, reached, rate, goal, made_at) values ('2020-01', 0, 0, 0, 0, now())`,
        )
        const month = monthsLater(clock.now(), -1)
        await run(
          owner,
          sql`insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
          select ${memberId} + n, (${month}::timestamptz at time zone 'Asia/Shanghai')::date, 1, 'live', 1, 100, 100, 0 from generate_series(1, 1000) n`,
        )
        await run(
          owner,
          sql`
          with reached as (
            insert into member (name, realname, password_hash, pay_password_hash, invite_code, created_at)
            select 'h' || ${memberId} || '-' || n, '测试员', '', '', 'h' || ${memberId} || '-' || n, ${clock.now()} from generate_series(1, ${reached}::int) n returning member_id)
          insert into harm_interaction (member_id, kind, outcome, remark, by_operator, at, before_net_fen, before_stake_fen, before_minutes)
          select member_id, 'nudge', '', '', '', ${month}::timestamptz, 0, 0, 0 from reached`,
        )
        await runHarm(site.services)
        await events.settled()
        const found = await rows(
          owner,
          sql`select from security_event where kind = 'harm_rate_low' and last_at = ${clock.now()}`,
        )
        return found.length > 0 ? 'alert' : ''
      }),
    },
    inDatabase({
      ...inWorld,
      bases: {
        harm: { netCheck: { enabled: true }, netDeposit: { minFen: 10_000_00 } },
      },
    }),
  )
})

describe('names on lists, and cases', () => {
  /** How like the name Ivan Petrenkov, born 1971-05-05, each of these is, of 100. */
  const listed = people([
    { id: '85', name: 'Iwan Petrenko' },
    { id: '86', name: 'Iwan Petrenkova' },
    { id: '87', name: 'Ivan Petrenko', birth: '1971-06-07' },
  ])
  const active = new Set<string>()
  /** A list counts once two persons let it; then a member of that name is compared with it. */
  const compared = async (list: 'other' | 'pep') => {
    if (!active.has(list)) {
      const [one, other] = [await desk(site, 'admin'), await desk(site, 'admin')]
      await activate(site, one, other, { list, format: 'simple_csv', content: listed })
    }
    active.add(list)
    const { memberId } = await site.member()
    await rename(owner, memberId, 'Ivan Petrenkov', '1971-05-05')
    await screen(site)
    return (await hitsOf(owner, memberId)).filter(hit => hit.list === list)
  }
  const hit = (list: 'other' | 'pep') =>
    onFigure(async score =>
      (await compared(list)).some(found => found.score === score) ? 'hit' : '',
    )
  /** Whether the newest case is late after so long. */
  const lateAfter = async (ms: number) => {
    while ((await gatherAlerts(site.services)) > 0);
    const [{ caseId } = { caseId: 0n }] = await rows(
      owner,
      sql<{ caseId: bigint }>`select max(case_id) as case_id from aml_case`,
    )
    clock.advance(ms)
    const by = await desk(site, 'risk')
    const { data } = await by.call('POST /api/console/aml/show', { case_id: Number(caseId) })
    return data.overdue ? 'late' : ''
  }
  examine(
    caseEdges,
    {
      'cases.caseDays': onFigure(async (_days, step) => {
        const { memberId } = await site.member()
        await run(
          owner,
          sql`insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at) values (${memberId}, 'structuring', 'edge', 0, ${JSON.stringify({ hours: 72, deposits: 3, limit_fen: 1, deposits_fen: 1 })}::jsonb, 85, ${clock.now()}, ${clock.now()})`,
        )
        return lateAfter(5 * DAY_MS + step)
      }),
      'cases.urgentDays': onFigure(async (_days, step) => {
        await compared('other')
        return lateAfter(2 * DAY_MS + step)
      }),
      'screening.threshold': hit('other'),
      'screening.pepThreshold': hit('pep'),
      'screening.runAt': onText(async (_hour, step) => {
        clock.advance(today('02:00', step).getTime() - clock.now().getTime())
        while ((await askDaily(site.services)) > 0);
        const done = await rows(
          owner,
          sql`select from job_run where job = 'screening' and day = ${beijingDay(clock.now())}::date and finished_at is not null`,
        )
        return done.length > 0 ? 'asked' : ''
      }),
    },
    inDatabase(inWorld),
  )
})
