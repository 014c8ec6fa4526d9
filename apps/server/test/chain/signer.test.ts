// The signer on its own, on a real chain: what it replaces, and what it refuses whatever the server
// says (docs/usdt.md).
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { childAddress, MEMBERS, openRpc, quantity, signedHeaders } from '@tianping/evm'
import { afterAll, describe, expect, test } from 'vitest'
import { anvilProgram, startAnvil } from '../../../../tooling/chain/anvil.ts'
import { deployToken, issueData, sendFromNode } from '../../../../tooling/chain/token.ts'
import { Book } from '../../../signer/src/book.ts'
import { take } from '../../../signer/src/desk.ts'
import { openJournal, type Line } from '../../../signer/src/journal.ts'
import { accountOf } from '../../../signer/src/keyFile.ts'
import { openSigner } from '../../../signer/src/open.ts'
import { Sender } from '../../../signer/src/sender.ts'
import { readSignerSettings } from '../../../signer/src/settings.ts'
import { present } from '../../src/kernel/present.ts'
import { newFolder } from '../../../../tooling/test/ends/folder.ts'

const USDT = 1_000_000n
const SECRET = 'secret of a test between server and signer'
const PAYEE = '0x52908400098527886e0f7030069857d2e4169ee7'
const anvil = await startAnvil(present(anvilProgram(), 'anvil for this platform'), {
  chainId: 31_337,
})
const rpc = openRpc([anvil.url])
const token = await deployToken(rpc)
const folder = newFolder('signer')
const [journalPath, payeesPath] = [join(folder, 'journal'), join(folder, 'payees')]
const allow = (...lines: string[]) => writeFileSync(payeesPath, lines.join('\n'))
allow(`${PAYEE} # member 7`)
const settings = readSignerSettings({
  SIGNER_PORT: '0',
  SIGNER_SECRET: SECRET,
  SIGNER_KEY_FILE: 'unread',
  SIGNER_JOURNAL: journalPath,
  SIGNER_PAYEES_FILE: payeesPath,
  SIGNER_MAX_USDT: '100',
  SIGNER_DAY_USDT: '150',
  SIGNER_CONFIRMATIONS: '1',
  SIGNER_BUMP_SECONDS: '1',
  SIGNER_TICK_MS: '50',
  CHAIN_ID: '31337',
  CHAIN_RPC_URLS: anvil.url,
  CHAIN_TOKEN: token,
})
const said: string[] = []
const { xprv } = accountOf(randomBytes(32))
const signer = await openSigner(settings, xprv, text => said.push(text))
afterAll(async () => {
  await signer.close()
  await anvil.stop()
})
await rpc.call('anvil_setBalance', [signer.hot, '0xffffffffffffffffff'])
await issue(signer.hot, 1_000n * USDT)

const ask = (id: string, units: bigint, to = PAYEE) =>
  askFor({ id, kind: 'payout', to, units: units.toString() })
const askFor = async (task: object) => {
  const body = JSON.stringify(task)
  const headers = signedHeaders(SECRET, { method: 'POST', path: '/tasks', body }, new Date())
  const answer = await fetch(`${signer.url}/tasks`, { method: 'POST', body, headers })
  return (await answer.json()) as { state: string; hash: string; reason: string }
}
const lines = () =>
  readFileSync(journalPath, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Line)
/** Waits until something is there; a slow machine takes longer and finds the same. */
async function until<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let turn = 0; turn < 100_000; turn += 1) {
    const found = await find()
    if (found !== undefined) return found
    await rpc.call('eth_blockNumber')
  }
  throw new Error(`nothing came: ${said.join('; ')}`)
}
/** Play USDT for an address. The node mines after its answer, and a snapshot must not miss it. */
async function issue(to: string, units: bigint): Promise<void> {
  const hash = await sendFromNode(rpc, { to: token, data: issueData(to, units) })
  await until(async () => (await rpc.call('eth_getTransactionReceipt', [hash])) ?? undefined)
}
/** Waits until the node has what the signer wrote down: a block mined earlier would miss it. */
const knownToNode = (taskId: string, step: string) =>
  until(async () => {
    const sent = lines().find(
      line => line.type === 'send' && line.send.taskId === taskId && line.send.step === step,
    )
    if (sent?.type !== 'send') return undefined
    const known = await rpc.call('eth_getTransactionByHash', [sent.version.hash])
    return known ? sent : undefined
  })
/** What was signed for a task of one transaction, newest last. */
const offersOf = (taskId: string) =>
  lines().flatMap(line => {
    if (line.type === 'send' && line.send.taskId === taskId) return [line.version]
    return line.type === 'bump' && line.taskId === taskId ? [line.version] : []
  })

describe('the signer', () => {
  test('replaces what no block takes by the same payment at a higher fee, and pays once', async () => {
    await rpc.call('evm_setAutomine', [false])
    expect((await ask('slow', 60n * USDT)).state).toBe('sent')
    const bumps = await until(() => {
      const found = lines().filter(line => line.type === 'bump')
      return found.length >= 2 ? found : undefined
    })
    const first = present(
      lines().find(line => line.type === 'send'),
      'first version',
    )
    const fees = [first, ...bumps].map(({ version }) => BigInt(version.maxFee))
    for (const [n, fee] of fees.entries())
      if (n > 0) expect(fee).toBeGreaterThanOrEqual(((fees[n - 1] ?? 0n) * 9n) / 8n)
    await rpc.call('evm_setAutomine', [true])
    await rpc.call('anvil_mine', ['0x1'])
    const done = await until(async () => {
      const answer = await ask('slow', 60n * USDT)
      return answer.state === 'done' ? answer : undefined
    })
    expect(
      lines()
        .filter(line => line.type === 'bump')
        .map(({ version }) => version.hash),
    ).toContain(done.hash)
    const call = { to: token, data: `0x70a08231${PAYEE.slice(2).padStart(64, '0')}` }
    expect(quantity(await rpc.call<string>('eth_call', [call, 'latest']))).toBe(60n * USDT)
    expect(quantity(await rpc.call('eth_getTransactionCount', [signer.hot, 'latest']))).toBe(1n)
  })

  test('sends the gas of a sweep again when a reorganisation drops it', async () => {
    const place = 3
    const address = childAddress(xprv, { branch: MEMBERS, index: place })
    await issue(address, 7n * USDT)
    const sweep = () => askFor({ id: 'sweep', kind: 'sweep', place })
    await rpc.call('evm_setAutomine', [false])
    const before = await rpc.call<string>('evm_snapshot')
    expect((await sweep()).state).toBe('sent')
    await knownToNode('sweep', 'fund')
    await rpc.call('anvil_mine', ['0x1'])
    // The sweep is sent, and its gas is in a block that another chain does not have.
    await knownToNode('sweep', 'sweep')
    expect(await rpc.call('evm_revert', [before])).toBe(true)
    await rpc.call('anvil_dropAllTransactions')
    expect(quantity(await rpc.call('eth_getBalance', [address, 'latest']))).toBe(0n)
    await rpc.call('evm_setAutomine', [true])
    await until(async () => ((await sweep()).state === 'done' ? true : undefined))
    const call = { to: token, data: `0x70a08231${address.slice(2).padStart(64, '0')}` }
    expect(quantity(await rpc.call<string>('eth_call', [call, 'latest']))).toBe(0n)
  })

  test('offers no fee that a swept address cannot pay, and sends what it can pay again', async () => {
    const place = 4
    const address = childAddress(xprv, { branch: MEMBERS, index: place })
    await issue(address, 7n * USDT)
    await rpc.call('anvil_setBalance', [address, '0xffffffffffffffff'])
    await rpc.call('evm_setAutomine', [false])
    const sweep = () => askFor({ id: 'poor', kind: 'sweep', place })
    expect((await sweep()).state).toBe('sent')
    const { send } = await knownToNode('poor', 'sweep')
    expect((await ask('clock', USDT)).state).toBe('sent')
    await knownToNode('clock', 'pay')
    // A sweep that offers more before its address is made poor offers that much for good.
    let hash = ''
    while (offersOf('poor').at(-1)?.hash !== hash) {
      const version = present(offersOf('poor').at(-1), 'version of the sweep')
      hash = version.hash
      const exact = BigInt(send.gas) * BigInt(version.maxFee)
      await rpc.call('anvil_setBalance', [address, `0x${exact.toString(16)}`])
      // A payout sent after it is the clock: once that one has offered more twice, so could the
      // sweep have.
      const before = offersOf('clock').length
      await until(() => (offersOf('clock').length >= before + 2 ? true : undefined))
    }
    await rpc.call('anvil_dropAllTransactions')
    await rpc.call('evm_setAutomine', [true])
    const done = await until(async () => {
      const answer = await sweep()
      return answer.state === 'done' ? answer : undefined
    })
    expect(done.hash).toBe(hash)
  })

  test('takes no more than its own limits, of one payout and of a UTC day', async () => {
    expect(await ask('large', 101n * USDT)).toMatchObject({ state: 'failed' })
    expect(await ask('home', 1n * USDT, signer.hot)).toMatchObject({ state: 'failed' })
    expect(await ask('beyond', 90n * USDT)).toMatchObject({
      state: 'waits',
      reason: '签名服务今日额度已用完',
    })
    // What waits was not taken: the same task is taken once the day is over, and a smaller one now.
    expect(await ask('within', 89n * USDT)).toMatchObject({ state: 'sent' })
    expect(await ask('last', 1n * USDT)).toMatchObject({ state: 'waits' })
    const book = new Book({ lines: lines(), write: () => {}, close: () => {} })
    const tomorrow = Date.now() + 86_400_000
    const asked = { id: 'last', kind: 'payout', to: PAYEE, units: '1', known: false } as const
    expect(book.paidOn(tomorrow)).toBe(0n)
    expect(take(book, asked, { settings, hot: signer.hot, now: tomorrow })?.state).toBe('sent')
    const reopened = openJournal(journalPath)
    expect(new Book(reopened).paidOn(Date.now())).toBe(150n * USDT)
    reopened.close()
  })

  describe('with a list of payees', () => {
    const stranger = `0x${'5e'.repeat(20)}`
    const unlisted = '收款地址不在签名服务的允许名单中'
    const fresh = () => new Book({ lines: [], write: () => {}, close: () => {} })
    const payout = { kind: 'payout', to: stranger, units: '1', known: false } as const

    test('refuses who is not on it before the journal has the task, and takes a change without a restart', async () => {
      expect(await ask('stranger', 1n, stranger)).toEqual({
        state: 'failed',
        hash: '',
        reason: unlisted,
      })
      expect(lines().some(line => line.type === 'task' && line.task.id === 'stranger')).toBe(false)
      allow(PAYEE, '', '# checked on the phone', stranger)
      // The limit of the day is asked next: the list keeps it back no more.
      expect((await ask('stranger', 1n, stranger)).reason).toBe('签名服务今日额度已用完')
      allow(PAYEE, 'no address')
      const unread = await ask('stranger', 1n, stranger)
      expect(unread).toMatchObject({ state: 'waits' })
      expect(unread.reason).toContain('SIGNER_PAYEES_FILE')
      await expect(openSigner(settings, xprv, () => {})).rejects.toThrow('line 2 is no address')
      // A sweep goes home, whatever the list says.
      const sweep = { id: 'home again', kind: 'sweep', place: 9 }
      await until(async () => ((await askFor(sweep)).state === 'done' ? true : undefined))
    })

    test('ends a task that it has taken and not signed when its payee leaves the list', async () => {
      allow(stranger)
      const book = fresh()
      const poor = new Sender(book, rpc, accountOf(randomBytes(32)).xprv, settings)
      const at = { settings, hot: poor.hot, now: Date.now() }
      expect(take(book, { ...payout, id: 'waiting' }, at)?.state).toBe('sent')
      await poor.advance(text => said.push(text))
      expect(book.tasks.get('waiting')).toMatchObject({ sends: [], end: null })
      allow(PAYEE)
      await poor.advance(text => said.push(text))
      expect(book.tasks.get('waiting')?.end).toMatchObject({ state: 'failed', reason: unlisted })
    })
  })
})
