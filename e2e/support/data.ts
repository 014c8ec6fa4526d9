// What a scenario starts from, made by the site's own API or by the engines' own code on the
// owner's database.
import { run, sql, theRow, transaction } from '@tianping/database'
import { fenOf } from '@tianping/money'
import { beijingDay, beijingMidnight } from '@tianping/money/day'
import { randomBytes, randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { z } from 'zod'
import { creditDeposit } from '../../apps/server/src/areas/cashier/credit.ts'
import { insertDeposit } from '../../apps/server/src/areas/cashier/store/deposit.sql.ts'
import { applyBets } from '../../apps/server/src/areas/venues/feed.ts'
import { systemClock } from '../../apps/server/src/kernel/clock.ts'
import { calculateRebates } from '../../apps/server/src/areas/rebate/calculateRebates.ts'
import { appSchema } from '../../apps/server/src/kernel/appSetting.ts'
import { readSetting, writeSetting } from '../../apps/server/src/kernel/setting.ts'
import { demoMember } from '../../apps/server/src/kernel/demoLogins.ts'
import type { World } from './stack.ts'

export type Member = {
  name: string
  password: string
  payPassword: string
  memberId: bigint
  token: string
}
type Answer<T> = { code: number; message: string; data: T }

/** One call of the API, as any client makes it. */
export async function ask<T = unknown>(
  world: World,
  path: string,
  body: object = {},
  token = '',
): Promise<Answer<T>> {
  const answer = await fetch(world.url + path, {
    method: 'POST',
    // Everybody comes from an address of their own, so that the throttle of one stops nobody else.
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })
  return (await answer.json()) as Answer<T>
}

async function must<T>(world: World, path: string, body: object, token = ''): Promise<T> {
  const answer = await ask<T>(world, path, body, token)
  if (answer.code !== 200) throw new Error(`${path} was refused: ${answer.message}`)
  return answer.data
}

const idOf = async (world: World, name: string) =>
  (
    await theRow(
      world.db,
      sql<{ id: bigint }>`select member_id as id from member where name = ${name}`,
    )
  ).id

/** A member who has just registered. */
export async function newMember(world: World): Promise<Member> {
  const member = {
    name: `s${randomBytes(4).toString('hex')}`,
    password: 'secret-1',
    payPassword: '748201',
  }
  const { api_token: token } = await must<{ api_token: string }>(world, '/api/register', {
    name: member.name,
    password: member.password,
    confirmPass: member.password,
    realname: '测试员',
    paypassword: member.payPassword,
    code: 'abcd',
  })
  const memberId = await idOf(world, member.name)
  // Everybody is called the same here; each is born on a day of their own, of age.
  await run(
    world.db,
    sql`update member set birthday = date '1981-01-01' + (member_id % 7000)::int where member_id = ${memberId}`,
  )
  // Asked for a limit and done with it, as somebody who has been here before.
  await must(world, '/api/protection/prompt', { answer: 'limit' }, token)
  return { ...member, token, memberId }
}

/** The demo member in a new session. */
export async function demo(world: World): Promise<Member> {
  const { name, password, payPassword } = demoMember
  const { api_token: token } = await must<{ api_token: string }>(world, '/api/login', {
    name,
    password,
    code: 'abcd',
  })
  return { name, password, payPassword, token, memberId: await idOf(world, name) }
}

export const endSession = (world: World, { token }: Member) => must(world, '/api/logoff', {}, token)

export const bindBankCard = (world: World, member: Member, number = '6222020099998888') =>
  must(
    world,
    '/api/bindcard',
    {
      bank: '沙盒商业银行',
      bank_owner: '测试员',
      bank_no: number,
      bank_address: '13900139000',
      pay_pass: member.payPassword,
    },
    member.token,
  )

export const bindAddress = (world: World, member: Member, number = `T${'s'.repeat(33)}`) =>
  must(
    world,
    '/api/bindcard',
    {
      bank: 'USDT',
      bank_owner: number.startsWith('T') ? 'TRC20' : 'ERC20',
      bank_no: number,
      bank_address: '',
      pay_pass: member.payPassword,
    },
    member.token,
  )

/** A bank deposit that was asked for and credited at `at`, by the code that credits all of them. */
export async function deposit(
  world: Pick<World, 'db'>,
  { memberId }: Pick<Member, 'memberId'>,
  yuan: number,
  at = new Date(),
): Promise<string> {
  const depositNo = `D${randomBytes(10).toString('hex').toUpperCase()}`
  const amountFen = fenOf(yuan)
  await transaction(world.db, async tx => {
    const order = await insertDeposit(tx, {
      memberId,
      depositNo,
      method: 'card',
      protocol: '',
      amountFen,
      usdtCents: 0n,
      provider: '',
      payAddress: '',
      createdAt: at,
      expiresAt: null,
      payerBank: '',
      payerOwner: '',
      payerAddress: '',
      payerNoSealed: null,
      payerNoTail: '',
      waitsFor: 'person',
      actionKey: depositNo,
    })
    await creditDeposit(tx, order, {
      amountFen,
      actor: { type: 'system', id: 'test' },
      decidedBy: 'test',
      remark: '',
      now: at,
    })
  })
  return depositNo
}

/** Asks for money to the member's first account of the kind: 1 a bank card, 2 an address. */
export async function withdrawal(
  world: World,
  member: Member,
  amount: number,
  type: 1 | 2 = 1,
): Promise<string> {
  const [card] = await must<{ id: number }[]>(world, '/api/getcard', { type }, member.token)
  const wish = { amount, bank: card?.id, password: member.payPassword }
  return (await must<{ out_trade_no: string }>(world, '/api/withdraw', wish, member.token))
    .out_trade_no
}

/** Settled, void and open bets at FG 电子, one an hour before `at`, newest first. */
export async function bets(
  world: Pick<World, 'db'>,
  { memberId }: Pick<Member, 'memberId'>,
  statuses: ('SETTLED' | 'VOID' | 'OPEN')[],
  at = new Date(),
): Promise<void> {
  const { venueId } = await theRow(
    world.db,
    sql<{ venueId: number }>`select venue_id from venue where platname = 'FG'`,
  )
  const tag = randomBytes(4).toString('hex')
  await applyBets(
    { db: world.db, clock: systemClock, bus: { publish: () => {} } },
    { venueId },
    statuses.map((status, n) => {
      const placed = new Date(at.getTime() - n * 3_600_000).toISOString()
      return {
        bet_id: `${tag}-${n}`,
        version: BigInt(1_000 + n),
        revision: 1,
        player: memberId.toString(),
        category: 'concise',
        game_code: 'fortune3',
        round_id: `${tag}-${n}`,
        selection: {},
        stake: 1_000n,
        valid_amount: status === 'SETTLED' ? 1_000n : 0n,
        payout: status === 'SETTLED' ? 2_500n : 0n,
        net: status === 'SETTLED' ? 1_500n : 0n,
        odds: null,
        status,
        placed_at: placed,
        settled_at: status === 'OPEN' ? null : placed,
        fairness: { commit: '', client_seed: '', nonce: n },
        math_version: '',
      } as Parameters<typeof applyBets>[2][number]
    }),
  )
}

/** Rebates that wait to be claimed: of a bet on each of the last `days` days. */
export async function rebates(
  world: Pick<World, 'db'>,
  member: Pick<Member, 'memberId'>,
  days = 12,
): Promise<void> {
  const today = beijingMidnight(new Date())
  for (let n = 0; n < days; n++)
    await bets(world, member, ['SETTLED'], new Date(today.getTime() - (n * 24 + 6) * 3_600_000))
  await calculateRebates(world.db, beijingDay(today), new Date())
}

/** Changes what the operator set for the whole site, and waits until the first page says so too. */
export async function setApp(
  world: World,
  part: Partial<z.input<typeof appSchema>>,
): Promise<void> {
  await writeApp(world, part)
  await freshHome(world)
}

/**
 * Waits until the site answers by every setting written so far: it remembers all of them together
 * until the database tells it of a change, so a word of this write alone shows that it was told.
 */
export const settingsTold = (world: World): Promise<void> => writeApp(world, {})

async function writeApp(world: World, part: Partial<z.input<typeof appSchema>>): Promise<void> {
  const now = await readSetting(world.db, 'app', appSchema)
  const written = { ...now, repair_tips: randomUUID(), ...part }
  await writeSetting(world.db, 'app', appSchema, written, { name: 'test', at: new Date() })
  await vi.waitFor(
    async () => {
      const { data } = await ask<{ repair_tips: string }>(world, '/api/app')
      if (data.repair_tips !== written.repair_tips) throw new Error('The site shows old settings.')
    },
    { timeout: BOOT_POLL_MS * BOOT_TRIES },
  )
}

const BOOT_POLL_MS = 250
const BOOT_TRIES = 240

/**
 * The first page carries its data inlined, some seconds old; this waits until it carries what the
 * API answers.
 */
async function freshHome(world: World): Promise<void> {
  for (let n = 0; n < BOOT_TRIES; n++) {
    const { data } = await ask(world, '/api/app')
    const page = await (await fetch(world.url, { signal: AbortSignal.timeout(60_000) })).text()
    const boot = JSON.parse(/id="boot">(.*?)<\/script>/s.exec(page)![1]!) as { appInfo: unknown }
    if (JSON.stringify(boot.appInfo) === JSON.stringify(data)) return
    await new Promise(done => setTimeout(done, BOOT_POLL_MS))
  }
  throw new Error('The first page still shows old settings.')
}
