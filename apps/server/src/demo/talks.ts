// Conversations with customer service of a first start: what the demo member finds under 我的会话,
// and the queue that staff find. Each is about an order that the demo has made.
import {
  ticketState,
  type AttachedKind,
  type TicketAuthor,
  type TicketEnd,
  type TicketTopic,
} from '@tianping/contract/tickets/facts'
import { row, run, sql, theRow, transaction, type Tx } from '@tianping/database'
import { memberByName } from '../areas/account/account.ts'
import { closedLine, solvedLine, ticketSchema } from '../areas/tickets/tickets.ts'
import { underCaseNo } from '../kernel/caseNo.ts'
import { demoMember } from '../kernel/demoLogins.ts'
import { at, present } from '../kernel/present.ts'
import type { DemoEvent } from './walk.ts'
import { ago, type World } from './world.ts'

const MINUTE_MS = 60_000
const STAFF = 'support'

/** Minutes after the line before. */
type Said = [author: TicketAuthor, minutes: number, content: string]
type Talk = {
  member: string
  topic: TicketTopic
  /** Days before the first start, and hours after that. */
  began: [days: number, hours: number]
  /** What the first line brings: an order by the key of its action. */
  about?: { kind: Extract<AttachedKind, 'deposit' | 'withdrawal'>; key: string }
  lines: readonly Said[]
  ended?: { by: string; ending: TicketEnd | ''; rating: number }
  /** The member has not opened the last answer. */
  unread?: true
}

const { reopenDays } = ticketSchema.parse({})

const talks: readonly Talk[] = [
  {
    member: demoMember.name,
    topic: 'deposit',
    began: [5, -4],
    about: { kind: 'deposit', key: 'demo-deposit-4' },
    lines: [
      ['member', 0, '这笔 800 元的银行转账没有通过，钱已经从我的卡里扣了，请帮我查一下。'],
      ['staff', 3, '您好，已收到您的订单，正在与银行核对，请稍候。'],
      ['note', 4, '银行流水中没有这笔汇款，付款行显示已退回。'],
      [
        'staff',
        9,
        '核对完毕：付款行因户名填写有误已将 800 元退回原卡，通常当天可查。请核对后重新提交。',
      ],
      ['member', 32, '查到了，已经退回来了，谢谢。'],
      ['system', 1, solvedLine],
    ],
    ended: { by: 'member', ending: '', rating: 3 },
  },
  {
    member: demoMember.name,
    topic: 'withdrawal',
    began: [1, -3],
    about: { kind: 'withdrawal', key: 'demo-withdrawal-2' },
    lines: [
      ['member', 0, '取款 500 元未通过，说收款账户姓名与实名不符，可这张卡就是我本人的。'],
      [
        'staff',
        6,
        '您好，银行登记的户名与您的实名不一致。请在“卡片管理”换一张本人的卡后再申请取款，500 元已退回中心钱包。',
      ],
    ],
    unread: true,
  },
  {
    member: 'linxia90',
    topic: 'deposit',
    began: [0, -0.6],
    about: { kind: 'deposit', key: 'demo-crowd-4' },
    lines: [
      ['member', 0, '支付宝付了 900 元，手机上显示扣了两次，账户里只到了一次。'],
      ['member', 8, '两次的时间只差一分钟，请把多扣的退给我。'],
    ],
  },
  {
    member: 'chenmo88',
    topic: 'promotion',
    began: [0, -0.15],
    lines: [['member', 0, '返水领取以后，还要多少流水才能取款？']],
  },
  {
    member: 'xuning77',
    topic: 'limits',
    began: [0, -5],
    lines: [
      ['member', 0, '申请自我排除以后，账户里剩下的钱还能取出来吗？'],
      ['staff', 4, '可以。排除期间不能存款和游戏，余额可以随时在“钱包 › 取款”申请取出。'],
      ['member', 5, '明白了，谢谢。'],
      ['system', 2, closedLine(reopenDays)],
    ],
    ended: { by: STAFF, ending: 'answered', rating: 0 },
  },
]

/** The order's number; the names of the tables cannot be parameters. */
async function orderOf(tx: Tx, memberId: bigint, { kind, key }: NonNullable<Talk['about']>) {
  const found =
    kind === 'deposit'
      ? await row(
          tx,
          sql<{
            no: string
          }>`select deposit_no as no from deposit_order where member_id = ${memberId} and action_key = ${key}`,
        )
      : await row(
          tx,
          sql<{
            no: string
          }>`select withdrawal_no as no from withdrawal_order where member_id = ${memberId} and action_key = ${key}`,
        )
  return { kind, no: present(found, `order ${key}`).no }
}

/** The lines at their moments, the first with its order. */
async function timed(tx: Tx, world: World, memberId: bigint, talk: Talk) {
  const attached = talk.about ? await orderOf(tx, memberId, talk.about) : { kind: '', no: '' }
  let at = ago(world, ...talk.began)
  return talk.lines.map(([author, minutes, content], n) => {
    at = new Date(at.getTime() + minutes * MINUTE_MS)
    return { author, content, at, attached: n === 0 ? attached : { kind: '', no: '' } }
  })
}
type Line = Awaited<ReturnType<typeof timed>>[number]

/** Who owes the next line, and since when staff owe it. */
function owed({ ended }: Talk, lines: Line[]) {
  if (ended) return { by: '', since: null }
  const answered = lines.findLastIndex(({ author }) => author === 'staff')
  const asked = lines.slice(answered + 1).find(({ author }) => author === 'member')
  return asked ? { by: 'staff', since: asked.at } : { by: 'member', since: null }
}

/** The lines themselves; answers the newest that each side has read. */
async function say(tx: Tx, ticketId: bigint, lines: Line[], unread: boolean) {
  const answered = lines.some(({ author }) => author === 'staff')
  const read = { member: 0n, staff: 0n }
  for (const { author, content, at: saidAt, attached } of lines) {
    const operator = author === 'staff' || author === 'note' ? STAFF : ''
    const { lineId } = await theRow(
      tx,
      sql<{ lineId: bigint }>`
      insert into ticket_line (ticket_id, author, operator, content, attached_kind, attached_no, at)
      values (${ticketId}, ${author}, ${operator}, ${content}, ${attached.kind}, ${attached.no}, ${saidAt}) returning line_id`,
    )
    if (author === 'member' || !unread) read.member = lineId
    if (answered && author !== 'system') read.staff = lineId
  }
  return read
}

async function plant(tx: Tx, world: World, talk: Talk) {
  const { memberId } = present(await memberByName(tx, talk.member), talk.member)
  const lines = await timed(tx, world, memberId, talk)
  const { ended, ended: end = { by: '', ending: '', rating: 0 } } = talk
  const [began, last] = [at(lines, 0).at, at(lines, -1).at]
  const waits = owed(talk, lines)
  const answer = lines.find(({ author }) => author === 'staff')?.at ?? null
  const state = ended ? ticketState.solved : ticketState.open
  const { ticketId } = await underCaseNo('T', began, no =>
    row(
      tx,
      sql<{ ticketId: bigint }>`
      insert into ticket (ticket_no, member_id, topic, state, created_at, updated_at, waits_for, waits_since, first_answer_at, member_seen_at,
        closed_at, closed_by, ending, rating, action_key)
      values (${no}, ${memberId}, ${talk.topic}, ${state}, ${began}, ${last}, ${waits.by}, ${waits.since}, ${answer}, ${began},
        ${ended ? last : null}, ${end.by}, ${end.ending}, ${end.rating}, ${`demo-${talk.topic}`})
      on conflict (ticket_no) do nothing returning ticket_id`,
    ),
  )
  const read = await say(tx, ticketId, lines, talk.unread === true)
  await run(
    tx,
    sql`update ticket set member_read = ${read.member}, staff_read = ${read.staff}, staff_read_at = ${read.staff > 0n ? last : null}
    where ticket_id = ${ticketId}`,
  )
}

/** All of them or none, once. */
export const talkEvent = (world: World): DemoEvent => ({
  at: ago(world, 0, -0.05),
  happen: () =>
    transaction(world.owner, async tx => {
      if (await row(tx, sql`select 1 as one from ticket limit 1`)) return
      for (const talk of talks) await plant(tx, world, talk)
    }),
})
