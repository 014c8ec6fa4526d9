// Limits, breaks and the question who a member is.
import { run, sql } from '@tianping/database'
import { monthsLater } from '@tianping/money/day'
import { afterAll, describe, expect } from 'vitest'
import { mayPlay } from '../../src/areas/protection/protection.ts'
import { dropOldDocuments } from '../../src/areas/verification/dropOld.ts'
import { bankTransfer } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { handIn, photograph, statusOf, upload } from '../verification/support.ts'
import { begins, examine, inDatabase, onFigure, outcome } from './examine.ts'
import { protectionEdges, verificationEdges } from './tables/protection.ts'
import { DAY_MS, HOUR_MS, openWorld } from './world.ts'

const { site, owner, clock, nextNoon, rich, withdraw, asked, setTier } = await openWorld()
afterAll(() => assertBooksHold(owner))
const inWorld = { db: owner, now: () => clock.now(), before: nextNoon }

type Member = Awaited<ReturnType<typeof site.member>>
/** Time passes, and the member logs in again. */
const after = async (member: Member, ms: number): Promise<Member> => {
  clock.advance(ms)
  return { ...member, token: await site.enter(member.memberId) }
}
const until = (member: Member, at: Date) => after(member, at.getTime() - clock.now().getTime())
const deposit = async ({ token }: Member, amount: number) =>
  outcome(site.call('POST /api/recharge', { ...bankTransfer, amount }, { token }))
const playing = (memberId: bigint) =>
  outcome(
    mayPlay(owner, memberId, clock.now()).then(
      () => ({ code: 200, message: '' }),
      (error: Error) => ({ code: 400, message: error.message }),
    ),
  )

describe('protection', () => {
  const kind = 'deposit_day'
  const setLimit = ({ token }: Member, amount: string) =>
    site.call('POST /api/protection/limit', { kind, amount }, { token })
  const raised = async () => {
    const member = await site.member()
    await setLimit(member, '200')
    await setLimit(member, '1000')
    return member
  }
  const confirm = async ({ token }: Member) =>
    begins(
      await outcome(site.call('POST /api/protection/limit/confirm', { kind, agree: 1 }, { token })),
      '调高须等到',
    )
  const excluded = async (term: string) => {
    const member = await site.member()
    const word = { term, word: '我要排除', password: 'secret1' }
    await site.call('POST /api/protection/exclude', word, { token: member.token })
    return member
  }
  const comeBack = ({ token }: Member) =>
    outcome(site.call('POST /api/protection/return', { agree: 1, password: 'secret1' }, { token }))
  /** A deposit so long after the wish to return, a day after it could be told. */
  const returning = async (term: string, may: Date, wait: number) => {
    let member = await until(await excluded(term), new Date(may.getTime() + DAY_MS))
    expect(await comeBack(member)).toBe('taken')
    member = await after(member, wait)
    return deposit(member, 100)
  }
  examine(
    protectionEdges,
    {
      'protection.relaxHours': onFigure(async (_hours, step) =>
        confirm(await after(await raised(), 30 * HOUR_MS + step)),
      ),
      'protection.confirmDays': onFigure(async (_days, step) =>
        confirm(await after(await raised(), 24 * HOUR_MS + 3 * DAY_MS + step)),
      ),
      'protection.operatorHours': onFigure(async (_hours, step) => {
        const member = await site.member()
        const by = await desk(site, 'support')
        await by.call('POST /api/console/members/limit/set', {
          id: Number(member.memberId),
          kind,
          amount: '200',
          remark: '会员要求',
        })
        const said = await deposit(await after(member, 10 * HOUR_MS + step), 300)
        return begins(said, '超过您的每日存款限额')
      }),
      'protection.realityOptions[]': onFigure(async minutes => {
        const { token } = await site.member()
        return outcome(site.call('POST /api/protection/reality', { minutes }, { token }))
      }),
      'protection.reviewMonths': onFigure(async (_months, step) => {
        const joined = await site.member()
        const due = monthsLater(clock.now(), 3)
        const { token } = await until(joined, new Date(due.getTime() + step))
        const { data } = await site.call<{ review: object | null }>(
          'POST /api/protection/due',
          {},
          { token },
        )
        return data.review === null ? '' : 'due'
      }),
      'protection.returnHours': onFigure((_hours, step) =>
        returning('6m', monthsLater(clock.now(), 6), 30 * HOUR_MS + step),
      ),
      'protection.returnForeverHours': onFigure((_hours, step) =>
        returning('forever', monthsLater(clock.now(), 60), 200 * HOUR_MS + step),
      ),
      'protection.foreverMonths': onFigure(async (_months, step) => {
        const may = monthsLater(clock.now(), 72)
        const member = await until(await excluded('forever'), new Date(may.getTime() + step))
        return begins(await comeBack(member), '自我排除到')
      }),
      'protection.deadHelpDays': onFigure(async (_days, step) => {
        const since = new Date(clock.now().getTime() - 4 * DAY_MS - step)
        await run(
          owner,
          sql`insert into help_link (url, checked_at, failures, failing_since, error)
            values ('https://help.example', ${clock.now()}, 3, ${since}, 'HTTP 404')
            on conflict (url) do update set failing_since = excluded.failing_since`,
        )
        const said = await playing((await site.member()).memberId)
        await run(owner, sql`delete from help_link`)
        return said
      }),
    },
    inDatabase({ ...inWorld, bases: { protection: { realityOptions: [15] } } }),
  )
})

describe('verification', () => {
  const needs = onFigure(async fen => {
    const { data } = await withdraw(await rich(), fen)
    return String((data as { needs_tier?: number }).needs_tier)
  })
  const depositing = onFigure(async fen => {
    const said = await deposit(await site.member(), fen / 100)
    return ['身份认证', '高级认证'].find(tier => said.includes(`完成${tier}`)) ?? said
  })
  const ofTier = async (tier: number) => {
    const member = await site.member()
    await setTier(member.memberId, tier)
    return member
  }
  const proven = async () => {
    const member = await site.member()
    const case_id = await handIn(site, member.token)
    const by = await desk(site, 'risk')
    await by.call('POST /api/console/verifications/approve', { case_id, remark: '' })
    return { ...member, case_id }
  }
  examine(
    verificationEdges,
    {
      'verification.firstWithdrawalTier': onFigure(async tier => {
        const member = await rich()
        await setTier(member.memberId, tier)
        const out_trade_no = await asked(member, 200_00)
        const by = await desk(site, 'finance')
        const { message } = await by.call('POST /api/console/withdrawals/approve', {
          out_trade_no,
          remark: '',
        })
        return message.includes('须完成身份认证') ? '须完成身份认证' : message
      }),
      'verification.depositTier': onFigure(async tier =>
        begins(await deposit(await ofTier(tier), 200), '请先完成'),
      ),
      'verification.playTier': onFigure(async tier =>
        begins(await playing((await ofTier(tier)).memberId), '请先完成'),
      ),
      'verification.withdrawalSum.tier1AboveFen': needs,
      'verification.withdrawalSum.tier2AboveFen': needs,
      'verification.depositSum.tier1AboveFen': depositing,
      'verification.depositSum.tier2AboveFen': depositing,
      'verification.tries': onFigure(async count => {
        const { token, memberId } = await site.member()
        await run(
          owner,
          sql`insert into verification_case (member_id, tier, whole, state, submitted_at, decided_at)
            select ${memberId}, 1, true, 3, now(), now() from generate_series(1, ${count}::int)`,
        )
        return outcome(upload(site, token, 'id_front', await photograph()))
      }),
      // By the clock of the database, to a day: an approval of so many months ago.
      'verification.validMonths': onFigure(async (_months, step) => {
        const { token, memberId } = await proven()
        const elapsed = `12 months ${step} days`
        await run(
          owner,
          sql`update member_tier set valid_until = valid_until - ${elapsed}::interval where member_id = ${memberId}`,
        )
        return (await statusOf(site, token)).tier === 1 ? 'counts' : 'over'
      }),
      'verification.renewDays': onFigure(async days => {
        const { token, memberId } = await proven()
        await run(
          owner,
          sql`update member_tier set valid_until = now() + make_interval(days => ${days}) where member_id = ${memberId}`,
        )
        return (await statusOf(site, token)).renew
      }),
      // An account that was closed so many years ago, a day less and a day more.
      'verification.keepYears': onFigure(async (_years, step) => {
        const { memberId, case_id } = await proven()
        await run(
          owner,
          sql`update verification_document set keep_until = now() where case_id = ${case_id}`,
        )
        await run(
          owner,
          sql`update member set closing_at = at, closed_at = at from (select now() - interval '3 years' - make_interval(days => ${step}) as at) closed where member_id = ${memberId}`,
        )
        return (await dropOldDocuments(site.services)) > 0 ? 'gone' : 'kept'
      }),
    },
    inDatabase(inWorld),
  )
})
