import { post } from '../../src/ledger/ledger.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { signedHeaders, type SandboxPayload } from '../../src/areas/cashier/sandbox/provider.ts'
import {
  CASHIER_SETTING,
  cashierSchema,
  cashierSetting,
  type CashierSetting,
} from '../../src/areas/cashier/setting.ts'
import type { ExportBounds } from '../../src/console/desk/exportRows.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import type { Db } from '@tianping/database'
import { randomBytes } from 'node:crypto'

export const NOON = '2026-11-20T04:00:00Z'
export const TRON = 'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn'
export const ETHER = '0x52908400098527886E0F7030069857D2E4169EE7'
export const PAY_PASSWORD = '888888'

/**
 * A site with its cashier set up, a clock that stands at noon in Beijing, and the owner's pool for
 * looking behind it.
 */
export async function openCashier(
  env: Record<string, string> = {},
  exports?: ExportBounds,
): Promise<{ site: TestSite; clock: TestClock; owner: Db }> {
  const { url, open } = await freshDatabase('server')
  const owner = open()
  const clock = new TestClock(NOON)
  await seedCashier(owner, clock.now())
  return {
    site: await openTestSite(url, { clock, env, ...(exports ? { exports } : {}) }),
    clock,
    owner,
  }
}

export const bankCard = (no = '6222020011112222') => ({
  bank: '沙盒商业银行',
  bank_owner: '测试员',
  bank_no: no,
  bank_address: '13800138000',
  pay_pass: PAY_PASSWORD,
})
export const usdtAddress = (no = TRON, protocol = 'TRC20') => ({
  bank: 'USDT',
  bank_owner: protocol,
  bank_no: no,
  bank_address: '',
  pay_pass: PAY_PASSWORD,
})

/** The fields of a deposit by bank transfer. */
export const bankTransfer = {
  paytype: 'bank',
  bank: '沙盒商业银行',
  bank_owner: '测试员',
  bank_no: '6222020011112222',
  bank_address: '朝阳支行',
}

/** Binds a card and answers its id. */
export async function bind(
  site: TestSite,
  token: string,
  card: ReturnType<typeof bankCard> & { factor?: object | undefined } = bankCard(),
  headers: Record<string, string> = {},
): Promise<number> {
  const bound = await site.call('POST /api/bindcard', card, { token, headers })
  if (bound.code !== 200) throw new Error(bound.message)
  const cards = await site.call<{ id: number }[]>(
    'POST /api/getcard',
    { type: card.bank === 'USDT' ? 2 : 1 },
    { token },
  )
  return cards.data.at(-1)!.id
}

/** Gives a member money that asks for no turnover. */
export async function give(site: TestSite, memberId: bigint, amountFen: bigint): Promise<void> {
  const given = await post(site.services.db, {
    memberId,
    key: `gift:${randomBytes(6).toString('hex')}`,
    code: 'adjustment',
    from: { name: 'adjustment' },
    to: { name: 'memberCash' },
    amountFen,
    source: { type: 'test', id: 'gift' },
    actor: { type: 'system', id: 'test' },
  })
  if (given.kind !== 'done') throw new Error(given.kind)
}

/** Changes the cashier's settings for the tests that follow. */
export async function configure(
  site: TestSite,
  change: (setting: CashierSetting) => void,
): Promise<void> {
  const setting = structuredClone(await cashierSetting(site.services.db))
  change(setting)
  await writeSetting(site.services.db, CASHIER_SETTING, cashierSchema, setting, {
    name: 'test',
    at: site.services.clock.now(),
  })
}

/** Opens a deposit order at the provider and answers its number. */
export async function order(
  site: TestSite,
  token: string,
  amount: number,
  fields: object = { paytype: 'wxpay' },
): Promise<string> {
  const opened = await site.call<{ deposit_no: string }>(
    'POST /api/recharge',
    { amount, ...fields },
    { token },
  )
  if (opened.code !== 200) throw new Error(opened.message)
  return opened.data.deposit_no
}

export const payment = (
  site: TestSite,
  depositNo: string,
  change: Partial<SandboxPayload> = {},
): SandboxPayload => ({
  deposit_no: depositNo,
  reference: `REF${randomBytes(6).toString('hex')}`,
  outcome: 'paid',
  amount_fen: '10000',
  paid_at: site.services.clock.now().toISOString(),
  ...change,
})

/**
 * Sends a callback, signed as the provider signs unless told otherwise; answers HTTP status and
 * verdict.
 */
export async function callBack(
  site: TestSite,
  payload: unknown,
  how: { secret?: string; headers?: Record<string, string>; at?: Date } = {},
) {
  const body = Buffer.from(JSON.stringify(payload))
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/callback/sandbox',
    payload: body,
    headers: {
      'content-type': 'application/json',
      ...signedHeaders(
        how.secret ?? site.services.settings.providerSecret ?? 'no provider, no secret',
        body,
        how.at ?? site.services.clock.now(),
      ),
      ...how.headers,
    },
  })
  return {
    status: answer.statusCode,
    verdict: answer.json<{ data: { verdict: string } | null }>().data?.verdict ?? '',
  }
}

export async function balanceOf(site: TestSite, token: string): Promise<number> {
  return (await site.call<{ balance: number }>('POST /api/user', {}, { token })).data.balance
}

export const missing = async (site: TestSite, token: string): Promise<number> =>
  (await site.call<{ bet_amount: number }>('POST /api/getBetAmount', {}, { token })).data.bet_amount
