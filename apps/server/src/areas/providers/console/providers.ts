import { methodNamed, type PayMethod } from '@tianping/contract/payments'
import type { ConsoleGiven, ConsoleCallName } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import { parseYuan, yuanOf } from '@tianping/money'
import { addDays, beijing, beijingDay, DAY_MS, endOfDay, startOfDay } from '@tianping/money/day'
import { randomInt } from 'node:crypto'
import type { Tx } from '@tianping/database'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { openProposals, type Proposal } from '../../../kernel/operator/proposal.sql.ts'
import { propose } from '../../../kernel/operator/proposal.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { lockVersion, writeNext } from '../../../kernel/operator/settingForm.ts'
import { settingVersion } from '../../../kernel/setting.ts'
import { checkedKeys, providerKeys, sealKey } from '../keys.ts'
import {
  allProviders,
  callbackUrlOf,
  isTested,
  providerNamed,
  abilitiesOf,
  SANDBOX,
  stateOf,
  unknownProvider,
  type Provider,
} from '../registry.ts'
import { refuseOtherAccount, refuseValue, ruleOf } from '../rule.ts'
import {
  configHash,
  isProviderCode,
  providerKey,
  providerSchema,
  type ProviderValue,
} from '../setting.ts'
import { partsBy, withShares, type Part } from '../preview.ts'
import { providerHours, routedOrders } from '../store/hours.sql.ts'
import { dropKeys, insertKey, keyRows } from '../store/key.sql.ts'
import { insertTest, newestTests, type TestOrder } from '../store/testOrder.sql.ts'
import { openTest } from '../testOrders.ts'
import { valueOf } from './form.ts'

type Row = ConsoleGiven<'POST /api/console/providers/list'>[number]

const testOf = (test: TestOrder): Row['test'] => ({
  test_no: test.testNo,
  amount: yuanOf(test.amountFen),
  state: test.state,
  pay_url: test.payUrl,
  opened_by: test.openedBy,
  opened_at: beijing(test.openedAt),
  paid_at: test.paidAt ? beijing(test.paidAt) : '',
})

const configOf = ({ value }: Provider) => ({
  name: value.name,
  adapter: value.adapter,
  endpoint: value.endpoint,
  merchant: value.merchant,
  methods: value.methods,
  min_price: value.minFen / 100,
  max_price: value.maxFen / 100,
  fee_rate: value.feeRate,
  fee_fen: value.feeFen,
  payout_min_price: value.payoutMinFen / 100,
  payout_max_price: value.payoutMaxFen / 100,
  payout_fee_rate: value.payoutFeeRate,
  payout_fee_fen: value.payoutFeeFen,
  hours_from: value.from,
  hours_until: value.until,
  min_tier: value.minTier,
  priority: value.priority,
  weight: value.weight,
})

/** Providers that exist only as a proposal, so that the room shows what waits. */
const proposedNew = (known: readonly Provider[], proposals: readonly Proposal[]): Provider[] =>
  proposals
    .map(({ key, value }) => ({ code: key.slice(providerKey('').length), value }))
    .filter(({ code }) => known.every(each => each.code !== code))
    .map(({ code, value }) => ({ ...unknownProvider, code, value: providerSchema.parse(value) }))

/** The provider, or a refusal; the version that a change begins with comes with it. */
async function named(context: ConsoleContext<ConsoleCallName>, code: string): Promise<Provider> {
  const found = await providerNamed(context, code)
  if (!found) throw new Refusal(say('provider.not_found'), { field: 'code' })
  return found
}

type Changing = ConsoleContext<'POST /api/console/providers/open'>

/** Proposes the next version of a provider; `also` comes with it in the same transaction. */
async function proposeNext(
  context: Pick<Changing, 'operator' | 'settings'> & Parameters<typeof runAction>[0],
  {
    code,
    version,
    value,
    note,
  }: { code: string; version: number; value: ProviderValue; note: string },
  also?: (tx: Tx, at: Date) => Promise<void>,
) {
  refuseValue(context.settings, code, value)
  const rule = ruleOf(context.settings, code, value.name)
  await runAction(context, async (tx, at) => {
    const before = await lockVersion(tx, rule, version)
    await refuseOtherAccount(tx, code, value)
    await also?.(tx, at)
    const by = { name: context.operator.name, at }
    return { answer: null, entry: await propose(tx, rule, { version, before, value, note, by }) }
  })
  return { message: '已提交，等待另一位同事在“规则”中批准', data: null }
}

const newTestNo = () =>
  `T${Array.from({ length: 20 }, () => randomInt(32).toString(32).toUpperCase()).join('')}`

const TEST_MOST_FEN = 1_000_00n

/** A method and an amount that the provider itself takes. */
function testAsked(
  { value }: Provider,
  body: ConsoleContext<'POST /api/console/providers/test'>['body'],
) {
  const method = methodNamed(body.method)
  if (!method || !value.methods.includes(method))
    throw new Refusal(say('provider.methods_missing'), { field: 'method' })
  const amountFen = parseYuan(body.amount)
  const most = BigInt(value.maxFen) < TEST_MOST_FEN ? BigInt(value.maxFen) : TEST_MOST_FEN
  if (amountFen === null || amountFen < BigInt(value.minFen) || amountFen > most)
    throw new Refusal(
      say('provider.test_amount', {
        min: yuanOf(BigInt(value.minFen)),
        max: yuanOf(most),
      }),
      { field: 'amount' },
    )
  return { method: method satisfies PayMethod, amountFen }
}

/** The most orders of a day that a preview looks at. */
const MOST_PREVIEWED = 20_000

const partOf = ({ code, name, orders, amountFen, feeFen }: Part) => ({
  code,
  name,
  orders,
  amount: yuanOf(amountFen),
  fee: yuanOf(feeFen),
})

export const providerHandlers = {
  'POST /api/console/providers/list': async services => {
    const { db, settings } = services
    const [known, proposals, tests] = await Promise.all([
      allProviders(services),
      openProposals(db, 'provider:'),
      newestTests(db),
    ])
    const found = [...known, ...proposedNew(known, proposals)]
    const keys = await keyRows(
      db,
      found.flatMap(({ value }) => [BigInt(value.key), BigInt(value.previousKey)]),
    )
    const markOf = (no: number) => keys.find(each => each.keyNo === BigInt(no))?.mark ?? ''
    const data = found.map((each): Row => {
      const test = tests.find(({ code }) => code === each.code)
      return {
        ...configOf(each),
        code: each.code,
        state: stateOf(each),
        version: each.version,
        key: markOf(each.value.key),
        previous_key: markOf(each.value.previousKey),
        abilities: [...abilitiesOf(each)],
        callback_url: callbackUrlOf(settings, each.code),
        rests_until: each.restsUntil ? beijing(each.restsUntil) : '',
        failures: each.failures,
        proposed_by: proposals.find(({ key }) => key === providerKey(each.code))?.proposedBy ?? '',
        test: test ? testOf(test) : null,
      }
    })
    return { data }
  },
  'POST /api/console/providers/hours': async services => {
    const { db, clock } = services
    const [hours, found] = await Promise.all([
      providerHours(db, new Date(clock.now().getTime() - DAY_MS)),
      allProviders(services),
    ])
    return {
      data: hours.map(each => {
        const payable = each.orders - each.refused
        return {
          ...each,
          name: found.find(({ code }) => code === each.code)?.value.name ?? each.code,
          success: payable === 0 ? '' : ((100 * each.credited) / payable).toFixed(1),
        }
      }),
    }
  },
  'POST /api/console/providers/preview': async services => {
    const { db, clock, body } = services
    const day = addDays(beijingDay(clock.now()), -1)
    const [orders, providers] = await Promise.all([
      routedOrders(db, startOfDay(day), endOfDay(day), MOST_PREVIEWED),
      allProviders(services),
    ])
    const changed = withShares(providers, body.shares)
    return {
      data: {
        day,
        orders: orders.length,
        now: partsBy(providers, orders).map(partOf),
        tried: partsBy(changed, orders).map(partOf),
      },
    }
  },
  'POST /api/console/providers/save': async context => {
    const { body, db } = context
    const { code, version, remark: note } = body
    if (!isProviderCode(code)) throw new Refusal(say('provider.code_format'), { field: 'code' })
    need(note, 'desk.change_note_missing', 'remark')
    const before = (await providerNamed(context, code)) ?? null
    if (version === 0 && (await settingVersion(db, providerKey(code))) > 0)
      throw new Refusal(say('provider.code_taken'), { field: 'code' })
    const value = valueOf(body, before?.value ?? null)
    return proposeNext(context, { code, version, value, note })
  },
  'POST /api/console/providers/keys': async context => {
    const { body, settings, operator } = context
    const { code, remark: note } = body
    const { value, version } = await named(context, code)
    if (value.adapter === SANDBOX) throw new Refusal(say('provider.sandbox_tested'))
    need(note, 'desk.change_note_missing', 'remark')
    const key = sealKey(providerKeys(settings), code, checkedKeys(value.adapter, body))
    const next = { ...value, key: Number(key.keyNo), previousKey: value.key, live: false }
    return proposeNext(context, { code, version, value: next, note }, async (tx, at) => {
      await dropKeys(tx, code, [BigInt(value.key), BigInt(value.previousKey)])
      await insertKey(tx, { ...key, by: operator.name, at })
    })
  },
  'POST /api/console/providers/test': async context => {
    const { body, operator } = context
    const provider = await named(context, body.code)
    const { value, code } = provider
    if (value.adapter === SANDBOX) throw new Refusal(say('provider.sandbox_tested'))
    if (value.key === 0) throw new Refusal(say('provider.no_key'))
    const { method, amountFen } = testAsked(provider, body)
    const testNo = newTestNo()
    const begun = await runAction(context, async (tx, at) => {
      await insertTest(tx, {
        testNo,
        code,
        configHash: configHash(value),
        method,
        amountFen,
        openedBy: operator.name,
        openedAt: at,
      })
      const after = { test_no: testNo, method, amount_fen: amountFen }
      return {
        answer: true,
        entry: { action: 'provider.test', subject: `provider:${code}`, after },
      }
    })
    if (!begun) return { message: '该项已处理，无需重复操作', data: null }
    const payUrl = await openTest(context, provider, { testNo, method, amountFen })
    return { message: '测试订单已创建', data: { test_no: testNo, pay_url: payUrl } }
  },
  'POST /api/console/providers/open': async context => {
    const { code, remark: note } = context.body
    const provider = await named(context, code)
    if (provider.value.live) throw new Refusal(say('provider.is_open'))
    if (!isTested(provider)) throw new Refusal(say('provider.not_tested'))
    need(note, 'desk.change_note_missing', 'remark')
    const value = { ...provider.value, live: true }
    return proposeNext(context, { code, version: provider.version, value, note })
  },
  'POST /api/console/providers/pause': async context => {
    const { body, operator, settings } = context
    const { code, remark: note } = body
    const { value } = await named(context, code)
    need(note, 'desk.reason_missing', 'remark')
    const rule = ruleOf(settings, code, value.name)
    await runAction(context, async (tx, at) => {
      const { version } = await named({ ...context, db: tx }, code)
      await lockVersion(tx, rule, version)
      const { value: now } = await named({ ...context, db: tx }, code)
      if (!now.live) throw new Refusal(say('provider.not_open'))
      const by = { name: operator.name, at }
      const made = await writeNext(tx, rule, { ...now, live: false }, by, { note, proposedBy: '' })
      return {
        answer: null,
        entry: {
          action: 'provider.pause',
          subject: `setting:${providerKey(code)}:${made}`,
          before: { live: true },
          after: { live: false },
          note,
        },
      }
    })
    return { message: '已暂停，新订单不再进入该通道', data: null }
  },
} satisfies ConsoleHandlers
