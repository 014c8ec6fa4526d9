// The world of the soak: database, server, signer, chain node and providers, each a process that
// may be killed at any moment and comes back with what it had on its disk.
import { randomBytes } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ConsoleCallName, ConsoleGiven, ConsoleSent } from '@tianping/contract/console'
import { row, run, sql } from '@tianping/database'
import { base58 } from '@tianping/tron'
import { addDays } from '@tianping/money/day'
import { expect } from 'vitest'
import { accountOf, writeKeyFile } from '../../../../signer/src/keyFile.ts'
import { freePort } from '../../../../../tooling/postgres.ts'
import { launchService } from '../../../../../tooling/stack.ts'
import { freshDatabase } from '../../../../../tooling/test/database.ts'
import { askUntilAnswered, untilAnswered, type Answer } from '../../../../../tooling/runs/soak.ts'
import { createOperator } from '../../../src/console/signIn/operators.ts'
import { CHAIN_SETTING, chainSchema } from '../../../src/areas/chain/chain.ts'
import { seedCashier } from '../../../src/areas/cashier/demo.ts'
import { writeSetting } from '../../../src/kernel/setting.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { openTestSite } from '../../support/site.ts'
import { bankCard, configure, PAY_PASSWORD, usdtAddress } from '../support.ts'
import { DEPTH, type ChainNode } from './chainNode.ts'
import { openChannels } from './channels.ts'
import { newFolder } from '../../../../../tooling/test/ends/folder.ts'

const SECRET = 'secret of a soak between server and signer'
const PASSPHRASE = 'passphrase of a soak'
const PASSWORD = 'operator-secret'
const HOT_UNITS = 10n ** 14n
const ENOUGH = 1_000_000_000
/** On a machine that is busy with other work the time of one start may be over. */
const STARTS = 4

const quiet = { PATH: process.env['PATH'] ?? '', LOG_LEVEL: process.env['KILL_LOG'] ?? 'fatal' }

export type Person = {
  memberId: bigint
  token: string
  bank: number
  usdt: number
  /** Where USDT of the member's withdrawals goes. */
  payee: string
}
export type Operator = <N extends ConsoleCallName>(
  name: N,
  body: ConsoleSent<N>,
) => Promise<Answer<ConsoleGiven<N>>>

export async function openRailsWorld(openNode: () => Promise<ChainNode>) {
  const { url: databaseUrl, open } = await freshDatabase('server')
  const db = open()
  const node = await openNode()
  const { xprv, xpub } = accountOf(randomBytes(32))
  const folder = newFolder('rails')
  const keyFile = join(folder, 'key.json')
  writeKeyFile(keyFile, PASSPHRASE, xprv)
  const [port, signerPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const chainEnv = {
    ...node.env,
    CHAIN_RPC_URLS: node.url,
    SIGNER_SECRET: SECRET,
  }
  const siteEnv = {
    ...chainEnv,
    CHAIN_XPUB: xpub,
    SIGNER_URL: `http://127.0.0.1:${signerPort}`,
    PUBLIC_URL: url,
  }
  await seedCashier(db, new Date())
  const site = await openTestSite(databaseUrl, { clock: systemClock, env: siteEnv })
  const channels = await openChannels(site, db)
  await configure(site, setting => {
    setting.deposit.turnoverTimes = 0
    setting.deposit.maxOpen = 100
    setting.withdrawal.perDay = 1_000
    setting.review.secondFromFen = ENOUGH
    setting.review.reviewerFromFen = ENOUGH
  })
  /** From so many USDT on an address is emptied; 0 for never. */
  const sweepFrom = (sweepFromUsdt: number) =>
    writeSetting(
      db,
      CHAIN_SETTING,
      chainSchema,
      { confirmations: [{ fromUsdt: 0, blocks: DEPTH }], sweepFromUsdt },
      { name: 'soak', at: new Date() },
    )
  await sweepFrom(60)

  const started: ChildProcess[] = []
  const running = new Map<string, ChildProcess>()
  const launch = async (name: 'server' | 'signer') => {
    const env =
      name === 'server'
        ? {
            ...quiet,
            ...siteEnv,
            TIANPING_MODE: 'sandbox',
            TRUST_PROXY: '1',
            PORT: String(port),
            DATABASE_URL: databaseUrl,
          }
        : {
            ...quiet,
            ...chainEnv,
            SIGNER_PORT: String(signerPort),
            SIGNER_KEY_FILE: keyFile,
            SIGNER_JOURNAL: join(folder, 'journal'),
            SIGNER_PASSPHRASE: PASSPHRASE,
            SIGNER_CONFIRMATIONS: String(DEPTH),
            SIGNER_TICK_MS: '300',
            SIGNER_BUMP_SECONDS: '20',
            SIGNER_DAY_USDT: String(ENOUGH),
          }
    // As whoever supervises it does: one that is not there in time is ended and started again.
    for (let start = 1; ; start++) {
      const { length } = started
      try {
        running.set(name, (await launchService(`apps/${name}/src/main.ts`, env, started)).child)
        return
      } catch (error) {
        if (start === STARTS) throw error
        console.log((error as Error).message)
        for (const each of started.slice(length)) each.kill('SIGKILL')
      }
    }
  }
  const kill = async (name: 'server' | 'signer') => {
    const child = running.get(name)!
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    if (name === 'server') await forgetLeases()
    await launch(name)
  }
  /** A process that was killed holds no lease any more; nobody waits for its end. */
  const forgetLeases = async () => {
    await run(db, sql`update call_once set leased_until = '-infinity' where answer is null`)
  }
  await launch('signer')
  await launch('server')
  const { chain } = site.services
  const hot = chain!.hot
  const begun = () => row(db, sql`select 1 from chain_cursor`)
  await untilAnswered('the watcher', async () => (await begun()) ?? null)
  await node.fill(hot, HOT_UNITS)

  const ask = <T = Record<string, unknown>>(token: string, name: string, body: object) =>
    askUntilAnswered<T>(`${url}/api/${name}`, body, {
      headers: { authorization: `Bearer ${token}` },
    })
  const operator = async (): Promise<Operator> => {
    const name = `op${randomBytes(5).toString('hex')}`
    await createOperator(db, { name, password: PASSWORD, role: 'finance' }, new Date())
    const entered = await fetch(`${url}/api/console/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tianping-console': '1' },
      body: JSON.stringify({ name, password: PASSWORD }),
    })
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    await run(db, sql`update operator_session set method = 'totp'`)
    return (call, body) =>
      askUntilAnswered(`${url}${call.slice('POST '.length)}`, body, {
        headers: { cookie, 'x-tianping-console': '1' },
      })
  }
  return {
    db,
    site,
    url,
    node,
    channels,
    hot,
    ask,
    operators: [await operator(), await operator()] as const,
    kill,
    join: (n: number) => newcomer(n),
    noMoreSweeps: () => sweepFrom(0),
    stop: async () => {
      for (const each of started) each.kill('SIGKILL')
      await node.stop()
      for (const { stub } of channels) stub().close()
    },
    reconcileEnv: { ...siteEnv, DATABASE_URL: databaseUrl },
  }

  async function newcomer(n: number): Promise<Person> {
    const form = {
      name: `rail${n}x${randomBytes(6).toString('hex')}`.slice(0, 11),
      password: 'secret1',
      confirmPass: 'secret1',
      realname: '测试员',
      paypassword: PAY_PASSWORD,
      code: 'x',
      pid: '',
    }
    const token = (await ask<{ api_token: string }>('', 'register', form)).data!.api_token
    const memberId = BigInt((await ask<{ id: number }>(token, 'user', {})).data!.id)
    const birthday = addDays('1981-01-01', n)
    await run(db, sql`update member set birthday = ${birthday} where member_id = ${memberId}`)
    const plain = `0x${randomBytes(20).toString('hex')}`
    const payee = node.protocol === 'TRC20' ? base58(plain) : plain
    const bound = async (card: object, type: number) => {
      const said = await ask(token, 'bindcard', card)
      expect(said.code, said.message).toBe(200)
      return (await ask<{ id: number }[]>(token, 'getcard', { type })).data!.at(-1)!.id
    }
    const bank = await bound(bankCard(`62220200111${String(n).padStart(5, '0')}`), 1)
    const usdt = await bound(usdtAddress(payee, node.protocol), 2)
    return { memberId, token, bank, usdt, payee }
  }
}
export type RailsWorld = Awaited<ReturnType<typeof openRailsWorld>>
