// A few more members of a first start, so that the back office has somebody to look at: deposits
// over the last month, who invited whom, two who share an address and a card, a correction that
// waits and notes. Their money is booked as anybody's.
import { row, run, sql, theRow, transaction, type Db, type Tx } from '@tianping/database'
import {
  changeProfile,
  createMember,
  memberByName,
  newInviteCode,
  tokenHash,
} from '../areas/account/account.ts'
import { numberDigests, sealNumber } from '../kernel/cardNumber.ts'
import { contactKeys } from '../kernel/sealedContact.ts'
import { hashPassword } from '../kernel/passwords.ts'
import {
  creditDeposit,
  depositOfAction,
  insertDeposit,
  lockDeposit,
  newOrderNo,
  listOrder,
} from '../areas/cashier/cashier.ts'
import { cookieName, isHttps } from '../kernel/http/cookie.ts'
import { DEVICE_COOKIE } from '../kernel/http/device.ts'
import type { DemoEvent } from './walk.ts'
import { ago, type World } from './world.ts'
import { at, present } from '../kernel/present.ts'

const HOUR_MS = 3_600_000
const PASSWORD = 'demo888'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
/** A card that two of them have bound. */
const SHARED_CARD = '6222020000000042'
/** The mark of the one phone that two of them use. */
const ONE_PHONE = '6f1d5e0b7a2c48939d04c1e8b35fa276'

/** `joined` and `daysAgo` are days before the first start. */
export type Person = {
  name: string
  realname: string
  joined: number
  invitedBy?: string
  address: string
  deposits: [daysAgo: number, yuan: number][]
}

export const crowd: readonly Person[] = [
  {
    name: 'linxia90',
    realname: '林夏',
    joined: 29,
    address: '203.0.113.21',
    deposits: [
      [28, 800],
      [21, 1_500],
      [14, 600],
      [6, 2_000],
      [1, 900],
    ],
  },
  {
    name: 'chenmo88',
    realname: '陈默',
    joined: 26,
    invitedBy: 'linxia90',
    address: '203.0.113.34',
    deposits: [
      [25, 500],
      [17, 1_200],
      [9, 1_800],
      [2, 700],
    ],
  },
  {
    name: 'zhouyi66',
    realname: '周一',
    joined: 20,
    invitedBy: 'linxia90',
    address: '203.0.113.47',
    deposits: [
      [19, 3_000],
      [11, 2_400],
      [4, 1_000],
    ],
  },
  {
    name: 'xuning77',
    realname: '徐宁',
    joined: 13,
    invitedBy: 'chenmo88',
    address: '203.0.113.58',
    deposits: [
      [12, 400],
      [5, 650],
    ],
  },
  {
    name: 'hebai123',
    realname: '何白',
    joined: 7,
    address: '203.0.113.90',
    deposits: [
      [7, 300],
      [3, 300],
    ],
  },
  {
    name: 'hebai456',
    realname: '何白白',
    joined: 6,
    address: '203.0.113.90',
    deposits: [
      [6, 300],
      [0, 300],
    ],
  },
]

/** Some hours before the first deposit, which may be of the same day. */
const joinedAt = (world: World, { joined }: Person) => ago(world, joined, -3)

const idOf = async (db: Db, name: string) =>
  present(await memberByName(db, name), `member ${name}`).memberId

/** How each joins and deposits; what was done before is not done again. */
export function peopleEvents(world: World, people: readonly Person[]): DemoEvent[] {
  const { owner } = world
  let hash: Promise<string> | undefined
  return people.flatMap((person): DemoEvent[] => [
    {
      at: joinedAt(world, person),
      happen: async () => {
        if (await memberByName(owner, person.name)) return
        const passwordHash = await (hash ??= hashPassword(PASSWORD))
        await transaction(owner, tx => join(tx, world, person, passwordHash))
      },
    },
    ...person.deposits.map(([daysAgo, yuan], serial): DemoEvent => {
      const when = ago(world, daysAgo, -2)
      return {
        at: when,
        happen: async () => deposit(owner, await idOf(owner, person.name), yuan, when, serial),
      }
    }),
  ])
}

async function join(tx: Tx, world: World, person: Person, hash: string) {
  const referrer = person.invitedBy ? await memberByName(tx, person.invitedBy) : undefined
  const joined = joinedAt(world, person)
  const created = await createMember(tx, {
    name: person.name,
    realname: person.realname,
    passwordHash: hash,
    payPasswordHash: hash,
    inviteCode: newInviteCode(),
    referrer: referrer?.memberId.toString() ?? '',
    now: joined,
  })
  const memberId = present(created, `member ${person.name}`)
  const last = ago(world, at(person.deposits, -1)[0], -1)
  await run(
    tx,
    sql`update member set last_login_at = ${last}, last_login_address = ${person.address} where member_id = ${memberId}`,
  )
  await changeProfile(tx, contactKeys(world.site.services.settings), {
    memberId,
    mobile: `139${memberId.toString().padStart(8, '0')}`,
    email: '',
    birthday: '1988-03-15',
  })
  await run(
    tx,
    sql`
    insert into login_trace (member_id, address, agent, first_at, last_at, times)
    values (${memberId}, ${person.address}, ${PHONE}, ${joined}, ${last}, ${person.deposits.length})`,
  )
}

function deposit(
  owner: Db,
  memberId: bigint,
  yuan: number,
  when: Date,
  serial: number,
): Promise<void> {
  const actionKey = `demo-crowd-${serial}`
  return transaction(owner, async tx => {
    if (await depositOfAction(tx, memberId, actionKey)) return
    const depositNo = newOrderNo('D', when)
    await listOrder(tx, 'deposit', depositNo, memberId)
    const amountFen = BigInt(yuan) * 100n
    await insertDeposit(tx, {
      memberId,
      depositNo,
      method: 'alipay',
      protocol: '',
      amountFen,
      usdtCents: 0n,
      provider: 'sandbox',
      payAddress: '',
      waitsFor: 'provider',
      createdAt: when,
      expiresAt: new Date(when.getTime() + HOUR_MS),
      payerBank: '',
      payerOwner: '',
      payerAddress: '',
      payerNoSealed: null,
      payerNoTail: '',
      actionKey,
    })
    await run(
      tx,
      sql`
      insert into provider_payment (provider, reference, member_id, deposit_no, amount_fen, paid_at, received_at) values ('sandbox', ${`DEMO-${depositNo}`}, ${memberId}, ${depositNo}, ${amountFen}, ${when}, ${when})`,
    )
    await run(
      tx,
      sql`
      insert into provider_callback (provider, received_at, address, signature, body, verdict, deposit_no)
      values ('sandbox', ${when}, '198.51.100.7', 'demo', ${JSON.stringify({ deposit_no: depositNo, reference: `DEMO-${depositNo}`, outcome: 'paid', amount_fen: amountFen.toString(), paid_at: when.toISOString() })}, 'credited', ${depositNo})`,
    )
    await creditDeposit(tx, await lockDeposit(tx, memberId, depositNo), {
      amountFen,
      actor: { type: 'provider', id: 'sandbox' },
      decidedBy: '',
      remark: '',
      now: when,
    })
  })
}

/**
 * Two of them log in with one phone, one after the other, by the app's own call, which marks it: so
 * the risk room has its flag of a shared device.
 */
export const onePhoneEvents = (world: World): DemoEvent[] =>
  ['hebai123', 'hebai456'].map((name, minutes): DemoEvent => ({
    at: new Date(ago(world, 0, -0.75).getTime() + minutes * 60_000),
    happen: async () => {
      const { app, services } = world.site
      const answer = await app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { name, password: PASSWORD, code: 'demo' },
        headers: { 'user-agent': PHONE },
        cookies: { [cookieName(DEVICE_COOKIE, isHttps(services.settings))]: ONE_PHONE },
        remoteAddress: present(
          crowd.find(person => person.name === name),
          name,
        ).address,
      })
      const { code, message, data } = answer.json<{
        code: number
        message: string
        data: { api_token: string }
      }>()
      if (code !== 200) throw new Error(`Demo data: the log-in of ${name} was refused: ${message}`)
      await services.sessions.end(tokenHash(data.api_token))
    },
  }))

/**
 * One payment that came twice, a correction that waits for its second person, and what staff wrote
 * down; all of it or nothing.
 */
export function workEvent(world: World): DemoEvent {
  const { owner } = world
  return {
    at: ago(world, 0, -0.25),
    happen: () =>
      transaction(owner, async tx => {
        const [linxia, hebai, other] = [
          await idOf(tx, 'linxia90'),
          await idOf(tx, 'hebai123'),
          await idOf(tx, 'hebai456'),
        ]
        if (await row(tx, sql`select 1 from member_note where member_id = ${linxia}`)) return
        const twice = await theRow(
          tx,
          sql<{
            no: string
            fen: bigint
          }>`select deposit_no as no, credited_fen as fen from deposit_order where member_id = ${linxia} order by created_at desc limit 1`,
        )
        await run(
          tx,
          sql`
        insert into provider_payment (provider, reference, member_id, deposit_no, amount_fen, paid_at, received_at)
        values ('sandbox', ${`DEMO2-${twice.no}`}, ${linxia}, ${twice.no}, ${twice.fen}, ${ago(world, 1)}, ${ago(world, 1)})`,
        )
        await run(
          tx,
          sql`
        insert into adjustment (adjustment_id, member_id, amount_fen, turnover_times, reason, proposed_by, proposed_at)
        values (${newOrderNo('A', world.now)}, ${linxia}, 5000, 1, '游戏中断补偿', 'risk', ${ago(world, 0, -1)})`,
        )
        for (const [memberId, content] of [
          [linxia, '来电询问到账时间，已说明通常十分钟内。'],
          [hebai, '与 hebai456 使用同一网络地址，已请本人提供资料。'],
        ] as const) {
          await run(
            tx,
            sql`insert into member_note (member_id, content, written_by, written_at) values (${memberId}, ${content}, 'support', ${ago(world, 1)})`,
          )
        }
        const { cardKey } = world.site.services.settings
        for (const memberId of [hebai, other]) {
          await run(
            tx,
            sql`
          insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key, unbound_at)
          values (${memberId}, 1, '沙盒商业银行', '何白', '', ${sealNumber(cardKey, memberId, SHARED_CARD)}, '0042', ${numberDigests(cardKey, SHARED_CARD)[0]}, ${ago(world, 2)}, 'demo-card', ${ago(world, 1)})`,
          )
        }
      }),
  }
}
