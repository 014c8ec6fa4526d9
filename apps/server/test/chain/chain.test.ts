import type { Given } from '@tianping/contract'
import { row, rows, run, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { once } from 'node:events'
import { takeRuns } from '../../src/areas/books/store/cases.sql.ts'
import { firstCredited } from '../../src/areas/cashier/cashier.ts'
import { checkChain, runSigner } from '../../src/areas/chain/chain.ts'
import { signerOf } from '../../src/areas/chain/signer.ts'
import { holdsOn } from '../../src/areas/holds/holds.ts'
import { present } from '../../src/kernel/present.ts'
import { examine } from '../../src/ledger/reconcile.ts'
import { listData } from '../../../../tooling/chain/token.ts'
import { assertBooksHold } from '../support/books.ts'
import { balanceOf, bind, give, order, PAY_PASSWORD, usdtAddress } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { DEPTH, openChainSite, readAll, startSigner, USDT } from './support.ts'

const { site, clock, owner, rpc, token, other, mine, mined, send, fill, signerEnv, sweepFrom } =
  await openChainSite()
afterAll(() => assertBooksHold(owner))

const chainUsdt = { paytype: 'usdt', catepay: 'ERC20' }
const page = async (deposit_no: string, api = '') =>
  (
    await site.call<Given<'POST /api/payinfo'>>(
      'POST /api/payinfo',
      { deposit_no },
      api ? { token: api } : {},
    )
  ).data
/** A member with an order over so many yuan, its address and its units. */
async function ordered(amount = 730) {
  const member = await site.member()
  const no = await order(site, member.token, amount, chainUsdt)
  const { cardlist, info } = await page(no)
  return {
    ...member,
    no,
    address: cardlist.mch_id,
    units: BigInt(Math.round(info.usdt_amount * 100)) * 10_000n,
  }
}
/** Somebody who decides about money, with a second factor shown. */
async function operator() {
  const finance = await desk(site, 'finance')
  await run(owner, sql`update operator_session set method = 'totp'`)
  return finance
}
const stageOf = async (no: string) => (await page(no)).progress?.stage
const transfers = (memberId: bigint) =>
  rows(
    owner,
    sql<{ state: string; verdict: string; depositNo: string }>`
    select state, verdict, deposit_no from chain_transfer where member_id = ${memberId} order by seen_at, block, log_index`,
  )
/** Names of the chain's checks that find a difference. */
const differing = async () =>
  (await checkChain(site.services)(owner, await examine(owner)))
    .filter(({ differences }) => differences.length > 0)
    .map(({ name }) => name)

describe('a deposit on the chain', () => {
  test('every member has an address of their own; the payment is credited once, with its confirmations', async () => {
    const [one, two] = [await ordered(), await ordered()]
    expect(one.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(two.address).not.toBe(one.address)
    const again = await order(site, one.token, 100, chainUsdt)
    expect((await page(again)).cardlist).toMatchObject({ mch_id: one.address, content: 'ERC20' })
    const tx = await send(one.address, one.units)
    await readAll(site)
    expect(await page(one.no)).toMatchObject({
      info: { state: 1, usdt_amount: 100 },
      chain: [{ tx, usdt: 100, confirmations: 1, needed: DEPTH }],
    })
    expect(await balanceOf(site, one.token)).toBe(0)
    await mine(DEPTH - 1)
    await readAll(site)
    await readAll(site)
    expect(await balanceOf(site, one.token)).toBe(730)
    expect(await balanceOf(site, two.token)).toBe(0)
    expect(await page(one.no)).toMatchObject({
      info: { state: 2 },
      progress: { stage: 'credited' },
    })
    expect(await transfers(one.memberId)).toEqual([
      { state: 'credited', verdict: 'credited', depositNo: one.no },
    ])
    expect(await differing()).toEqual([])
  })

  test('another amount waits for a person; dust and other tokens are noted; what came without an order becomes one', async () => {
    const short = await ordered()
    const over = await ordered()
    const dust = await ordered()
    const large = await ordered(8_000)
    await send(short.address, short.units / 2n)
    await send(over.address, over.units + USDT)
    await send(dust.address, 10_000n)
    await send(dust.address, dust.units, other)
    await send(large.address, large.units)
    await mine()
    await readAll(site)
    // The larger the amount, the more confirmations.
    expect(await stageOf(large.no)).toBe('unpaid')
    await mine()
    await readAll(site)
    expect(await stageOf(large.no)).toBe('credited')
    expect((await page(short.no)).progress).toMatchObject({ stage: 'wrong_amount', paid: 365 })
    expect((await page(over.no)).progress).toMatchObject({ stage: 'wrong_amount', paid: 737.3 })
    expect((await transfers(dust.memberId)).map(({ state }) => state)).toEqual([
      'dust',
      'wrong_token',
    ])
    expect(await stageOf(dust.no)).toBe('unpaid')
    // The same amount once more, to the order that is credited already.
    await send(large.address, 50n * USDT)
    await mine()
    await readAll(site)
    const unasked = (await transfers(large.memberId)).at(-1)
    expect(unasked).toMatchObject({ state: 'credited', verdict: 'in_review' })
    expect(unasked?.depositNo).not.toBe(large.no)
    const finance = await operator()
    const deposit_no = unasked?.depositNo ?? ''
    expect(await finance.call('POST /api/console/deposits/show', { deposit_no })).toMatchObject({
      data: { amount: 365, state: 1 },
    })
    expect(await differing()).toEqual(['chain-wrong-token'])
  })

  test('a payment after its hour is credited late', async () => {
    const late = await ordered()
    await run(
      owner,
      sql`
      update deposit_order set created_at = created_at - interval '2 hours', expires_at = expires_at - interval '2 hours'
      where deposit_no = ${late.no}`,
    )
    await send(late.address, late.units)
    await mine()
    await readAll(site)
    expect(await stageOf(late.no)).toBe('credited_late')
  })
})

describe('a reorganisation', () => {
  test('undoes what was only seen, and the payment counts once when it is back', async () => {
    const member = await ordered()
    const before = await rpc.call<string>('evm_snapshot')
    await send(member.address, member.units)
    await readAll(site)
    expect((await page(member.no)).chain).toHaveLength(1)
    await rpc.call('evm_revert', [before])
    await mine(5)
    await readAll(site)
    expect(await transfers(member.memberId)).toMatchObject([{ state: 'gone' }])
    expect((await page(member.no)).chain).toEqual([])
    await send(member.address, member.units)
    await mine(2 * DEPTH)
    await readAll(site)
    expect(await balanceOf(site, member.token)).toBe(730)
  })

  test('after the credit it opens a case and holds payouts, until the same payment is on the chain again', async () => {
    const member = await ordered()
    const before = await rpc.call<string>('evm_snapshot')
    const tx = await send(member.address, member.units)
    const raw = await rpc.call<string>('eth_getRawTransactionByHash', [tx])
    await mine(DEPTH)
    await readAll(site)
    expect(await balanceOf(site, member.token)).toBe(730)
    const holds = async () =>
      (
        await holdsOn(owner, {
          subject: 'withdrawal:none',
          memberId: member.memberId,
          pays: 'payout',
          now: clock.now(),
        })
      ).map(({ text }) => text)
    const kept = async () => (await firstCredited(owner, member.memberId))?.kept
    expect([await holds(), await kept()]).toEqual([[], true])
    await rpc.call('evm_revert', [before])
    await mine(DEPTH + 3)
    await readAll(site)
    expect(await balanceOf(site, member.token)).toBe(730)
    expect([await holds(), await kept()]).toEqual([['链上存款已被回滚，待核实'], false])
    await takeRuns(owner, clock.now())
    expect(
      await rows(
        owner,
        sql`select check_name, state from reconciliation_case where member_id = ${member.memberId}`,
      ),
    ).toEqual([{ checkName: 'chain-reversed', state: 1 }])
    expect(await differing()).toContain('chain-reversed')
    await rpc.call('eth_sendRawTransaction', [raw])
    await mine(DEPTH)
    await readAll(site)
    expect(await balanceOf(site, member.token)).toBe(730)
    expect([await holds(), await kept()]).toEqual([[], true])
    expect(await differing()).not.toContain('chain-reversed')
  })
})

describe('a payout by the signer', () => {
  const payee = '0x52908400098527886E0F7030069857D2E4169EE7'
  const hot = site.services.chain?.hot ?? ''
  /** What a process of its own may take on a busy machine. */
  const LONGEST_MS = 120_000
  /** The signer takes what was signed within a minute of the time of day. */
  const turnSigner = () => {
    clock.advance(Date.now() - clock.now().getTime())
    return runSigner(site.services)
  }

  async function approved(to: string) {
    const member = await site.member()
    await give(site, member.memberId, 1_000_00n)
    const bank = await bind(site, member.token, usdtAddress(to, 'ERC20'))
    const {
      data: { out_trade_no },
    } = await site.call<{ out_trade_no: string }>(
      'POST /api/withdraw',
      { amount: 710, bank, password: PAY_PASSWORD },
      { token: member.token },
    )
    const finance = await operator()
    const done = await finance.call('POST /api/console/withdrawals/approve', { out_trade_no })
    expect(done.message).toBe('已通过')
    return { ...member, no: out_trade_no, finance }
  }
  const attempts = (no: string) =>
    rows(
      owner,
      sql<{
        attemptNo: number
        provider: string
        state: string
        reference: string
        reason: string
      }>`
      select attempt_no, provider, state, reference, reason from payout_attempt where withdrawal_no = ${no} order by attempt_no`,
    )
  /** Turns of server and chain until the newest attempt is no longer the signer's. */
  async function untilSettled(no: string) {
    const end = Date.now() + LONGEST_MS
    while (Date.now() < end) {
      await turnSigner()
      const found = await attempts(no)
      if (found.some(({ state }) => state !== 'open')) return found
      await mine(1)
      await readAll(site)
    }
    throw new Error(`payout ${no} finds no end`)
  }
  const unitsOf = async (address: string) =>
    BigInt(
      await rpc.call<string>('eth_call', [
        { to: token, data: `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` },
        'latest',
      ]),
    )

  test('is sent once though the signer is killed after it has signed, and booked by what the chain says', async () => {
    await fill(hot, 1_000n * USDT)
    const killed = await startSigner(signerEnv)
    await rpc.call('evm_setAutomine', [false])
    const { no, finance } = await approved(payee)
    await turnSigner()
    expect(await attempts(no)).toMatchObject([{ provider: 'chain', state: 'open' }])
    // What the signer has is settled by nobody's word.
    const settling = { out_trade_no: no, attempt: 1, reference: 'BY-HAND' }
    expect(await finance.call('POST /api/console/payouts/pay', settling)).toMatchObject({
      code: 409,
      message: '该付款正由链上签名服务汇出，完成或失败后再处理',
    })
    // Signed and sent, and no block has it yet.
    const isPending = async () =>
      (await rpc.call<string>('eth_getTransactionCount', [hot, 'pending'])) !== '0x0'
    await expect.poll(isPending, { timeout: LONGEST_MS, interval: 10 }).toBe(true)
    const gone = once(killed, 'exit')
    killed.kill('SIGKILL')
    await gone
    await rpc.call('evm_setAutomine', [true])
    await startSigner(signerEnv)
    const [paid] = await untilSettled(no)
    expect(paid).toMatchObject({
      provider: 'chain',
      state: 'paid',
      reference: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
    })
    // 710 yuan at 7.1 are 100 USDT, of which five are the fee.
    expect(await unitsOf(payee)).toBe(95n * USDT)
    expect(await unitsOf(hot)).toBe(905n * USDT)
    await readAll(site)
    expect(await differing()).not.toContain('chain-outgoing')
    expect(await differing()).not.toContain('chain-balances')
  })

  test('a sweep gives an address its gas and empties it into the hot wallet, and the books still agree', async () => {
    await sweepFrom(100)
    const before = await unitsOf(hot)
    const tasks = () =>
      rows(
        owner,
        sql<{ state: string; units: string }>`
        select state, units from chain_task where kind = 'sweep'`,
      )
    await turnSigner()
    await sweepFrom(0)
    for (let turn = 0; (await tasks()).some(({ state }) => state !== 'done'); turn += 1) {
      if (turn > 500) throw new Error('a sweep finds no end')
      await turnSigner()
      await mine(1)
    }
    await readAll(site)
    const swept = (await tasks()).reduce((sum, { units }) => sum + BigInt(units), 0n)
    expect(swept).toBeGreaterThan(1_000n * USDT)
    expect(await unitsOf(hot)).toBe(before + swept)
    expect(await differing()).toEqual(['chain-wrong-token'])
  })

  test('that waits for the signer is asked once more before it leaves', async () => {
    const later = '0x52908400098527886E0F7030069857D2E4169EE8'.toLowerCase()
    const { no, memberId } = await approved(later)
    const chain = present(site.services.chain, 'chain')
    const nobody = signerOf({ url: 'http://127.0.0.1:9', secret: 'of nobody' })
    await runSigner({ ...site.services, chain: { ...chain, signer: nobody } })
    const lock = (locked: boolean) =>
      run(owner, sql`update card set locked = ${locked} where member_id = ${memberId}`)
    const task = () =>
      row(
        owner,
        sql<{ state: string; note: string }>`
        select state, note from chain_task where withdrawal_no = ${no}`,
      )
    await lock(true)
    for (const _ of ['once', 'twice']) await turnSigner()
    expect(await task()).toEqual({ state: 'queued', note: expect.stringContaining('锁定') })
    expect(await unitsOf(later)).toBe(0n)
    await lock(false)
    expect(await untilSettled(no)).toMatchObject([{ provider: 'chain', state: 'paid' }])
    expect(await unitsOf(later)).toBe(95n * USDT)
  })

  test('that the token refuses fails without a payment, and waits for a person', async () => {
    const listed = `0x${'b1ac'.repeat(10)}`
    await mined({ to: token, data: listData(listed, true) })
    const { no } = await approved(listed)
    expect(await untilSettled(no)).toMatchObject([
      { provider: 'chain', state: 'failed', reason: '代币合约拒绝转账' },
      { provider: 'by hand', state: 'open' },
    ])
    await turnSigner()
    expect(await attempts(no)).toHaveLength(2)
    expect(await unitsOf(listed)).toBe(0n)
  })
})
