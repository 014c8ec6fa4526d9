import { disputeState } from '@tianping/contract/cashier/facts'
import { rows, run, sql } from '@tianping/database'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stub } from '../../../../tooling/providers/start.ts'
import { liftUnconfirmed } from '../../src/areas/cashier/cashier.ts'
import { cashierSchema } from '../../src/areas/cashier/setting.ts'
import { PAYOUT_SETTING, payoutSchema } from '../../src/areas/cashier/sending/setting.ts'
import { runPayouts } from '../../src/areas/cashier/sending/send.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { contribute } from '../../src/ledger/wagering.ts'
import { openProvider } from '../cashier/providerSupport.ts'
import {
  bankTransfer,
  callBack,
  configure,
  ETHER,
  order,
  payment,
  TRON,
  usdtAddress,
} from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { begins, examine, inDatabase, onFigure, onText, outcome } from './examine.ts'
import { cashierEdges, payoutEdges } from './tables/cashier.ts'
import { DAY_MS, HOUR_MS, openWorld } from './world.ts'

const { site, owner, clock, nextNoon, staySeated, today, standAt, rich, withdraw, asked, setTier } =
  await openWorld()
afterAll(() => assertBooksHold(owner))
const finance = () => desk(site, 'finance')

const deposit = (token: string, fen: number, fields: object) =>
  outcome(site.call('POST /api/recharge', { amount: fen / 100, ...fields }, { token }))
const depositBy = (fields: object) =>
  onFigure(async fen => deposit((await site.member()).token, fen, fields))
const withdrawing = onFigure(async fen => outcome(withdraw(await rich(), fen)))

/** Hours are read by the minute: the row's minute is asked for at its first moment. */
const withdrawingAt = (hour: string) =>
  onText(async (_time, step) => {
    standAt(today(hour, step * 60_000))
    return begins(await outcome(withdraw(await rich(), 200_00)), '取款服务时间为')
  })

/** A USDT withdrawal whose worth at 7.1 is the figure. */
const worth = (card: () => ReturnType<typeof usdtAddress>) =>
  onFigure(async usdt => {
    const fen = Math.ceil(Number((usdt * 710).toFixed(4)))
    return begins(
      await outcome(withdraw(await rich(100_000_00n, card()), fen)),
      '取款金额不足以支付手续费',
    )
  })

async function withFactor() {
  const member = await rich()
  const begun = await site.call<{ secret: string }>(
    'POST /api/safety/totp/begin',
    { password: 'secret1' },
    { token: member.token },
  )
  clock.advance(30_000)
  const secret = Secret.fromBase32(begun.data.secret)
  const code = TOTP.generate({ secret, timestamp: clock.now().getTime() })
  await site.call('POST /api/safety/totp/confirm', { code }, { token: member.token })
  return member
}

type Reviewer = Awaited<ReturnType<typeof finance>>
const approveDeposit = async (fen: number, by: Reviewer) => {
  const { token } = await site.member()
  const no = await order(site, token, fen / 100, bankTransfer)
  const { message } = await by.call('POST /api/console/deposits/approve', { deposit_no: no })
  return begins(message, '已确认，金额达到')
}

const openMethods = [{ method: 'alipay', enabled: true, minFen: 100_00, maxFen: 10_000_00 }]
const maintained = [{ ...openMethods[0], maintenance: true }]

describe('the cashier', () => {
  const { 'cashier.methods[].backAt': backAt, ...others } = cashierEdges
  examine(
    others,
    {
      'cashier.methods[].minFen': depositBy({ paytype: 'alipay' }),
      'cashier.methods[].maxFen': depositBy({ paytype: 'alipay' }),
      'cashier.usdtRanges.TRC20.minFen': depositBy({ paytype: 'usdt', catepay: 'TRC20' }),
      'cashier.usdtRanges.TRC20.maxFen': depositBy({ paytype: 'usdt', catepay: 'TRC20' }),
      'cashier.usdtRanges.ERC20.minFen': depositBy({ paytype: 'usdt', catepay: 'ERC20' }),
      'cashier.usdtRanges.ERC20.maxFen': depositBy({ paytype: 'usdt', catepay: 'ERC20' }),
      'cashier.withdrawcashfee': worth(() => usdtAddress(ETHER, 'ERC20')),
      'cashier.withdrawfeeusdttrc': worth(() => usdtAddress(TRON)),
      'cashier.deposit.maxOpen': onFigure(async count => {
        const { token } = await site.member()
        let said = ''
        for (let open = 0; open < count; open += 1)
          said = await deposit(token, 200_00, { paytype: 'alipay' })
        return begins(said, '您有2笔存款')
      }),
      'cashier.deposit.turnoverTimes': onFigure(async (_times, step) => {
        const member = await rich(1n)
        await callBack(
          site,
          payment(site, await order(site, member.token, 100, { paytype: 'alipay' })),
        )
        await contribute(site.services.db, {
          memberId: member.memberId,
          venueId: 1,
          betId: 'bet',
          version: 1,
          validFen: BigInt(200_00 + step),
          settledAt: new Date(clock.now().getTime() + 1_000),
        })
        return begins(await outcome(withdraw(member, 100_00)), '打码量不足，还需0.01元')
      }),
      'cashier.withdrawal.minFen': withdrawing,
      'cashier.withdrawal.maxFen': withdrawing,
      'cashier.withdrawal.perDay': onFigure(async count => {
        const member = await rich()
        let said = ''
        for (let day = 0; day < count; day += 1) said = await outcome(withdraw(member, 200_00))
        return said
      }),
      'cashier.withdrawal.from': withdrawingAt('12:00'),
      'cashier.withdrawal.to': withdrawingAt('12:00'),
      'cashier.withdrawal.waitHours': onFigure(async (_hours, step) => {
        const member = await rich(100_000_00n, usdtAddress(TRON))
        clock.advance(5 * HOUR_MS + step)
        const { data } = await withdraw(member, 200_00)
        return data.held_until ? 'waits' : ''
      }),
      'cashier.withdrawal.factorFromFen': onFigure(async fen => {
        const member = await withFactor()
        await asked(member, 100_00)
        return begins(await outcome(withdraw(member, fen - 100_00)), '24小时内取款达')
      }),
      'cashier.review.secondFromFen': onFigure(async fen => approveDeposit(fen, await finance())),
      'cashier.review.reviewerFromFen': onFigure(async fen => {
        const by = await finance()
        await approveDeposit(100_00, by)
        return approveDeposit(fen - 100_00, by)
      }),
      'cashier.review.bulk.mostFen': onFigure(async fen => {
        const no = await asked(await rich(), fen)
        const by = await finance()
        const { data } = await by.call('POST /api/console/withdrawals/check', { numbers: [no] })
        return data.items[0]!.why
      }),
      'cashier.review.bulk.dayFen': onFigure(async fen => {
        const by = await finance()
        const bulk = async (amount: number) => {
          const numbers = [await asked(await rich(), amount)]
          return outcome(by.call('POST /api/console/withdrawals/bulk', { numbers, remark: '' }))
        }
        await bulk(100_00)
        return begins(await bulk(fen - 100_00), '24小时内批量通过合计不得超过 ¥300.00')
      }),
      'cashier.dispute.confirmHours': onFigure(async (hours, step) => {
        const { token, memberId } = await site.member()
        const paid = payment(site, await order(site, token, 100, { paytype: 'alipay' }))
        await callBack(site, paid)
        const { reference } = paid
        const noted = { provider: 'sandbox', reference, amount: '100', reason: '邮件', due_at: '' }
        await (await finance()).call('POST /api/console/disputes/open', noted)
        clock.advance(hours * HOUR_MS + step)
        await liftUnconfirmed(site.services)
        const found = { state: 0 as const, q: String(memberId) }
        const { data } = await (await finance()).call('POST /api/console/disputes/list', found)
        return data.data[0]?.state === disputeState.lifted ? '已撤销' : ''
      }),
    },
    inDatabase({
      db: owner,
      now: () => clock.now(),
      before: nextNoon,
      bases: {
        cashier: {
          methods: [
            { method: 'card', enabled: true, minFen: 100_00, maxFen: 10_000_00 },
            { method: 'usdt', enabled: true, minFen: 100_00, maxFen: 10_000_00 },
            ...openMethods,
          ],
          usdtAddresses: { TRC20: TRON, ERC20: ETHER },
        },
      },
    }),
  )
  examine(
    { 'cashier.methods[].backAt': backAt },
    {
      'cashier.methods[].backAt': onText(async at => {
        standAt(new Date(`${at.replace(' ', 'T')}:00+08:00`))
        const { token } = await site.member()
        const { data } = await site.call<{ methods: { back_at: string }[] }>(
          'POST /api/depositoptions',
          {},
          { token },
        )
        return data.methods.at(-1)!.back_at === '' ? '' : 'shown'
      }),
    },
    inDatabase({ db: owner, now: () => clock.now(), bases: { cashier: { methods: maintained } } }),
  )
})

const failedOf = async (no: string) =>
  (
    await rows(
      owner,
      sql<{ failed: string[] }>`select failed from payout_check where withdrawal_no = ${no}`,
    )
  )[0]?.failed
/** What the checks say of a withdrawal. */
const checked = async (member: Awaited<ReturnType<typeof rich>>, fen: number) => {
  const no = await asked(member, fen)
  await runPayouts(site.services)
  const failed = await failedOf(no)
  if (failed === undefined) return 'not looked at'
  return failed.length === 0 ? 'approved' : failed.join()
}

describe('payouts without a person', () => {
  /** The sandbox pays what is approved. */
  const paid = async (member: Awaited<ReturnType<typeof rich>>) => {
    const out_trade_no = await asked(member, 5_000_00)
    const by = await finance()
    await by.call('POST /api/console/withdrawals/approve', { out_trade_no })
  }
  /** Moves a moment of the member so many days back, and `step` milliseconds further. */
  const since = (step: number) => new Date(clock.now().getTime() - 10 * DAY_MS - step)
  const { 'payouts.sendUpToFen': sendUpTo, ...checks } = payoutEdges
  examine(
    checks,
    {
      'payouts.approveUpToFen': onFigure(async fen => checked(await rich(), fen)),
      'payouts.memberPerDay': onFigure(async count => {
        const member = await rich()
        let said = ''
        for (let day = 0; day < count; day += 1) said = await checked(member, 200_00)
        return said
      }),
      'payouts.siteDayFen': onFigure(async fen => {
        await checked(await rich(), 100_00)
        return checked(await rich(), fen - 100_00)
      }),
      'payouts.memberDays': onFigure(async (_days, step) => {
        const member = await rich()
        await run(
          owner,
          sql`update member set created_at = ${since(step)} where member_id = ${member.memberId}`,
        )
        return checked(member, 200_00)
      }),
      'payouts.cardDays': onFigure(async (_days, step) => {
        const member = await rich()
        await run(
          owner,
          sql`update card set bound_at = ${since(step)} where member_id = ${member.memberId}`,
        )
        return checked(member, 200_00)
      }),
      'payouts.paidBefore': onFigure(async count => {
        const member = await rich()
        for (let n = 0; n < count; n += 1) await paid(member)
        return checked(member, 200_00)
      }),
      'payouts.minTier': onFigure(async tier => {
        const member = await rich()
        await setTier(member.memberId, Math.min(tier, 2))
        return checked(member, 200_00)
      }),
    },
    inDatabase({
      db: owner,
      now: () => clock.now(),
      before: nextNoon,
      bases: {
        payouts: {
          approveUpToFen: 1_000_00,
          memberDays: 0,
          cardDays: 0,
          paidBefore: 0,
          minTier: 0,
          memberPerDay: 100,
        },
      },
    }),
  )

  describe('through a provider', () => {
    // Nobody answers there: what counts is whether a payout is handed over.
    beforeAll(() =>
      openProvider(site, owner, { code: 'outer', stub: { url: 'http://127.0.0.1:9' } as Stub }),
    )
    examine(
      { 'payouts.sendUpToFen': sendUpTo },
      {
        'payouts.sendUpToFen': onFigure(async fen => {
          const no = await asked(await rich(), fen)
          const by = await finance()
          await by.call('POST /api/console/withdrawals/approve', { out_trade_no: no })
          await runPayouts(site.services)
          const sent = await rows(
            owner,
            sql`select from provider_payout where withdrawal_no = ${no}`,
          )
          return sent.length > 0 ? 'sent' : 'not sent'
        }),
      },
      inDatabase({ db: owner, now: () => clock.now(), before: nextNoon }),
    )

    test('what takes two persons is sent by none, whatever the rule sends', async () => {
      const by = { name: 'test', at: clock.now() }
      const rule = payoutSchema.parse({ sendUpToFen: 300_00 })
      await writeSetting(owner, PAYOUT_SETTING, payoutSchema, rule, by)
      await configure(site, setting => void (setting.review.secondFromFen = 300_00))
      const sent = async (fen: number) => {
        await nextNoon()
        const no = await asked(await rich(), fen)
        for (const who of [await finance(), await finance()])
          await who.call('POST /api/console/withdrawals/approve', { out_trade_no: no })
        await runPayouts(site.services)
        const at = sql`from provider_payout where withdrawal_no = ${no}`
        return { no, is: (await rows(owner, sql`select ${at}`)).length > 0 }
      }
      const [below, reached] = [await sent(299_99), await sent(300_00)]
      expect([below.is, reached.is]).toEqual([true, false])
    })

    test('what never reaches its provider is tried five times', async () => {
      await nextNoon()
      const no = await asked(await rich(), 200_00)
      const out = { out_trade_no: no }
      await (await finance()).call('POST /api/console/withdrawals/approve', out)
      const states: string[] = []
      for (let turn = 0; turn < 7; turn += 1) {
        await runPayouts(site.services)
        const of = sql<{
          state: string
        }>`select state from provider_payout where withdrawal_no = ${no}`
        states.push((await rows(owner, of))[0]!.state)
        clock.advance(HOUR_MS)
      }
      expect(states).toEqual([
        ...Array<string>(4).fill('queued'),
        ...Array<string>(3).fill('failed'),
      ])
    })
  })
})

describe('sums of 24 hours', () => {
  beforeAll(() =>
    configure(site, setting => {
      setting.methods = cashierSchema.parse({
        methods: [{ method: 'card', enabled: true, minFen: 100_00, maxFen: 10_000_00 }],
      }).methods
      setting.review.secondFromFen = 300_00
      setting.review.reviewerFromFen = 300_00
    }),
  )
  /** Two of them that reach the limit together, a day apart and `step` more. */
  const apart = async (step: number, one: (fen: number) => Promise<string>) => {
    await nextNoon()
    await one(100_00)
    clock.advance(DAY_MS + step)
    await staySeated()
    return one(200_00)
  }
  const both = async (one: () => Promise<(fen: number) => Promise<string>>) => [
    await apart(-1, await one()),
    await apart(0, await one()),
  ]

  test('of deposits that one operator credits', async () => {
    const said = await both(async () => {
      const by = await finance()
      return fen => approveDeposit(fen, by)
    })
    expect(said).toEqual(['已确认，金额达到', '已通过'])
  })

  test('of withdrawals that one operator approves in bulk', async () => {
    await configure(site, setting => void (setting.review.bulk.dayFen = 299_99))
    const said = await both(async () => {
      const by = await finance()
      return async fen => {
        const numbers = [await asked(await rich(), fen)]
        return outcome(by.call('POST /api/console/withdrawals/bulk', { numbers, remark: '' }))
      }
    })
    expect(said).toEqual([expect.stringContaining('24小时内批量通过合计'), 'taken'])
  })

  test('of withdrawals that a member takes', async () => {
    const said = await both(async () => {
      const [member, by] = [await rich(), await finance()]
      return async fen => {
        const out_trade_no = await asked(member, fen)
        const { message } = await by.call('POST /api/console/withdrawals/approve', { out_trade_no })
        return begins(message, '已确认，金额达到')
      }
    })
    expect(said).toEqual(['已确认，金额达到', '已通过'])
  })

  test('of withdrawals that a second factor confirms', async () => {
    await configure(site, ({ withdrawal }) => {
      withdrawal.factorFromFen = 300_00
      withdrawal.perDay = 1
    })
    const said = await both(async () => {
      const member = await withFactor()
      return async fen => begins(await outcome(withdraw(member, fen)), '24小时内取款达')
    })
    expect(said).toEqual(['24小时内取款达', 'taken'])
  })

  test('and of a calendar day, from its first moment', async () => {
    const before = async (step: number) => {
      await nextNoon()
      const member = await rich()
      standAt(today('00:00', step))
      await asked(member, 100_00)
      standAt(today(step < 0 ? '23:00' : '12:00'))
      if (step < 0) clock.advance(2 * HOUR_MS)
      return outcome(withdraw(member, 100_00))
    }
    expect([await before(-1), await before(0)]).toEqual([
      'taken',
      '今日取款次数已达上限1次，请明日再试',
    ])
  })

  test('of what is approved without a person, for the member and for the site', async () => {
    await configure(site, ({ review }) => {
      review.secondFromFen = 50_000_00
      review.reviewerFromFen = 50_000_00
    })
    const free = { approveUpToFen: 1_000_00, memberDays: 0, cardDays: 0, paidBefore: 0, minTier: 0 }
    /** Each pair is of one member, or each withdrawal of another. */
    const under = async (bound: object, isOne: boolean) => {
      const rule = payoutSchema.parse({ ...free, ...bound })
      const by = { name: 'test', at: clock.now() }
      await writeSetting(owner, PAYOUT_SETTING, payoutSchema, rule, by)
      return both(async () => {
        const one = await rich()
        return async fen => checked(isOne ? one : await rich(), fen)
      })
    }
    expect(await under({ memberPerDay: 1 }, true)).toEqual(['member_day', 'approved'])
    const bound = { memberPerDay: 100, siteDayFen: 299_99 }
    expect(await under(bound, false)).toEqual(['site_day', 'approved'])
  })

  test('of a withdrawal that nobody looked at: a day old, it is for a person', async () => {
    const looked = async (step: number) => {
      await nextNoon()
      const no = await asked(await rich(), 100_00)
      clock.advance(DAY_MS + step)
      await runPayouts(site.services)
      return (await failedOf(no)) !== undefined
    }
    expect([await looked(-1), await looked(0)]).toEqual([true, false])
  })
})
