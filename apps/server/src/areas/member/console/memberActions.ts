// What operators do to a member's account. Each action is one transaction with its audit row, and
// happens once per key.
import { say } from '@tianping/contract/refusals'
import { hasHidden } from '@tianping/contract/rule'
import {
  blockNow,
  followExclusion,
  limitsOf,
  endPlayBy,
  setLimit,
  sizeOf,
  otherAccounts,
  tightensAt,
  type Size,
} from '../../protection/protection.ts'
import { isTime, limitLabels, type LimitKind } from '@tianping/contract/protection/facts'
import { limitOf } from '@tianping/contract/protection/rules'
import type { Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { endAccess, endSessionMarked, noteChange } from '../../account/account.ts'
import { beijing, DAY_MS } from '@tianping/money/day'
import { Refusal, need } from '../../../kernel/http/refusal.ts'
import type {
  ConsoleContext,
  ConsoleHandlers,
  Operator,
  Services,
} from '../../../kernel/http/services.ts'
import { refuseRestricted } from '../../restriction/restriction.ts'
import { blockMember } from '../../responsible/responsible.ts'
import { notify } from '../../message/message.ts'
import { proveAgain } from '../../verification/verification.ts'
import { endPlay } from '../../venues/venues.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { maskedName } from '../../../kernel/operator/mask.ts'
import { memberIdOf } from './memberParts.ts'
import {
  insertNote,
  lockCardRow,
  lockMemberState,
  setCardLocked,
  setMemberState,
  setRealname,
} from '../store/memberParts.sql.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { present } from '../../../kernel/present.ts'

export const subjectOf = (id: number) => `member:${id}`

/**
 * A member whom the operator is not: whatever is to be done to the own account is for a colleague.
 */
export async function another(
  context: Services & { operator: Operator },
  id: number,
): Promise<bigint> {
  const memberId = await memberIdOf(context, id)
  refuseOwnMember(context.operator, [memberId])
  return memberId
}

const limitText = (kind: LimitKind, size: bigint) =>
  isTime(kind) ? `${size} 分钟` : `¥${formatFen(size)}`

/** Tells the member of a limit by the operator, and from when it counts. */
const announceLimit = (
  tx: Tx,
  l: { memberId: bigint; kind: LimitKind; size: Size; from: Date; now: Date },
) =>
  notify(
    tx,
    l.memberId,
    '平台限额通知',
    l.size === null
      ? `平台为您设置的${limitLabels[l.kind]}限额将于 ${beijing(l.from)} 取消，您自己的限额不变。`
      : `平台为您设置${limitLabels[l.kind]}限额 ${limitText(l.kind, l.size)}，自 ${beijing(l.from)} 起生效。您自己的限额更严格时，以您的为准。`,
    l.now,
    { kind: 'play', link: '/protect' },
  )

/** What an operator is told of a limit that does not count yet. */
const waitText = (size: Size, { from, was }: { from: Date; was: Size }) =>
  was !== null && (size === null || size > was)
    ? `已记录，放宽的限额自 ${beijing(from)} 起生效`
    : `已通知会员，新限额自 ${beijing(from)} 起生效`

/** Open play ends when an announced limit begins; the next launch goes by it. */
async function endAsAnnounced({ db, clock }: Services, memberId: bigint) {
  const at = await tightensAt(db, memberId, clock.now())
  if (!at) return
  for (const account of [memberId, ...(await otherAccounts(db, memberId))])
    await endPlayBy(db, account, at)
}

/** Ended sessions are forgotten here and on every other instance. */
export function tell({ sessions, bus }: Services, memberId: bigint, hashes: string[]) {
  sessions.forget(hashes)
  bus.publish('session', hashes)
  bus.publish('member', [memberId.toString()])
}

/**
 * Ends the member's games at the venues; what the operator is told besides when one did not answer.
 */
export async function endGames(services: Services, memberId: bigint): Promise<string> {
  const silent = await endPlay(services, memberId)
  return silent.length > 0
    ? `；${silent.map(({ name }) => name).join('、')}没有答复，那里的游戏可能还开着，系统会继续尝试结束`
    : ''
}

async function setState(
  context: ConsoleContext<'POST /api/console/members/lock'>,
  state: 'active' | 'locked',
) {
  const {
    body: { id, remark },
  } = context
  need(remark, 'desk.reason_missing', 'remark')
  const memberId = await another(context, id)
  const ended = await runAction(context, async tx => {
    const before = present(await lockMemberState(tx, memberId), 'member')
    if (before.state === state)
      throw new Refusal(say(state === 'locked' ? 'member.locked_already' : 'member.not_locked'))
    await setMemberState(tx, memberId, state)
    const hashes = state === 'locked' ? await endAccess(tx, memberId) : []
    return {
      answer: hashes,
      entry: {
        action: state === 'locked' ? 'member.lock' : 'member.unlock',
        subject: subjectOf(id),
        before: { state: before.state },
        after: { state, sessions_ended: hashes.length },
        note: remark,
      },
    }
  })
  tell(context, memberId, ended ?? [])
  return {
    message:
      state === 'locked' ? `已锁定，所有登录已结束${await endGames(context, memberId)}` : '已解锁',
    data: null,
  }
}

export const memberActionHandlers = {
  'POST /api/console/members/lock': context => setState(context, 'locked'),
  'POST /api/console/members/unlock': context => setState(context, 'active'),
  'POST /api/console/members/logout': async context => {
    const {
      body: { id, session, remark },
    } = context
    const memberId = await another(context, id)
    const ended =
      (await runAction(context, async tx => {
        const hashes =
          session === ''
            ? await endAccess(tx, memberId)
            : await endSessionMarked(tx, memberId, session)
        if (hashes.length === 0) throw new Refusal(say('member.no_sessions'))
        return {
          answer: hashes,
          entry: {
            action: 'member.logout',
            subject: subjectOf(id),
            after: { sessions_ended: hashes.length },
            note: remark,
          },
        }
      })) ?? []
    tell(context, memberId, ended)
    return {
      message: `已结束 ${ended.length} 个登录${await endGames(context, memberId)}`,
      data: { ended: ended.length },
    }
  },
  'POST /api/console/members/rename': async context => {
    const {
      body: { id, realname, remark },
    } = context
    if (realname.length < 2) throw new Refusal(say('member.realname_short'), { field: 'realname' })
    if (hasHidden(realname)) throw new Refusal(say('member.realname_hidden'), { field: 'realname' })
    need(remark, 'desk.reason_missing', 'remark')
    const memberId = await another(context, id)
    await runAction(context, async (tx, now) => {
      await refuseRestricted(tx, memberId)
      await proveAgain(tx, memberId)
      const before = present(await lockMemberState(tx, memberId), 'member')
      if (before.realname === realname)
        throw new Refusal(say('member.realname_unchanged'), { field: 'realname' })
      await setRealname(tx, memberId, realname)
      await followExclusion(tx, { memberId, now })
      const by = { operator: context.operator.name, address: context.caller.address }
      await noteChange(tx, { memberId, kind: 'name', at: now, ...by })
      await notify(
        tx,
        memberId,
        '姓名已更正',
        '您的真实姓名已由客服按您提供的资料更正。如非本人申请，请立即联系客服。',
        now,
        { kind: 'safety', link: '/userInfo' },
      )
      return {
        answer: null,
        entry: {
          action: 'member.rename',
          subject: subjectOf(id),
          before: { realname: maskedName(before.realname) },
          after: { realname: maskedName(realname) },
          note: remark,
        },
      }
    })
    return { message: '已更正', data: null }
  },
  'POST /api/console/members/note/add': async context => {
    const {
      operator,
      body: { id, content },
    } = context
    need(content, 'desk.note_missing', 'content')
    const memberId = await another(context, id)
    await runAction(context, async (tx, at) => {
      await insertNote(tx, { memberId, content, by: operator.name, at })
      return {
        answer: null,
        entry: {
          action: 'member.note',
          subject: subjectOf(id),
          after: { content: content.slice(0, 200) },
        },
      }
    })
    return { message: '已记录', data: null }
  },
  'POST /api/console/members/limit/set': async context => {
    const {
      operator,
      body: { id, kind, amount, remark },
    } = context
    need(remark, 'desk.reason_missing', 'remark')
    const size = limitOf(kind, amount)
    if (size === undefined) throw new Refusal(say('desk.amount_format'), { field: 'amount' })
    const memberId = await another(context, id)
    const waits = await runAction(context, async (tx, now) => {
      await lockMemberState(tx, memberId)
      const before = (await limitsOf(tx, memberId, now)).find(each => each.kind === kind)
      const counts = await setLimit(tx, { memberId, kind, amount: size, by: operator.name, now })
      const shown = (of: Size) => (of === null ? 'none' : sizeOf(kind, of))
      await announceLimit(tx, { memberId, kind, size, from: counts, now })
      return {
        answer: counts > now ? { from: counts, was: before?.operator?.amount ?? null } : null,
        entry: {
          action: 'member.limit',
          subject: subjectOf(id),
          before: { kind, limit: shown(before?.operator?.amount ?? null) },
          after: { kind, limit: shown(size), from: beijing(counts) },
          note: remark,
        },
      }
    })
    if (waits) {
      await endAsAnnounced(context, memberId)
      return { message: waitText(size, waits), data: null }
    }
    // A game that is open has the limit of its launch; the next one has this.
    if (kind.startsWith('deposit')) return { message: '已生效', data: null }
    const said = await endGames(context, memberId)
    for (const account of await otherAccounts(context.db, memberId))
      await endGames(context, account)
    return { message: `已生效${said}`, data: null }
  },
  'POST /api/console/members/exclude': async context => {
    const {
      operator,
      body: { id, days, remark },
    } = context
    need(remark, 'desk.reason_missing', 'remark')
    const memberId = await another(context, id)
    const until = await runAction(context, async (tx, now) => {
      await blockMember(context, tx, {
        memberId,
        kind: 'staff',
        term: `days:${days}`,
        until: new Date(now.getTime() + days * DAY_MS),
        reason: remark,
        setBy: operator.name,
        setAt: now,
      })
      // A longer one stands; an exclusion of the member's own has no end that staff could name.
      const { until } = present(await blockNow(tx, memberId, now), 'block just set')
      return {
        answer: until,
        entry: {
          action: 'member.exclude',
          subject: subjectOf(id),
          after: { until: until ? beijing(until) : '', days },
          note: remark,
        },
      }
    })
    return {
      message: `已暂停使用${until ? `至 ${beijing(until)}` : ''}${await endGames(context, memberId)}`,
      data: null,
    }
  },
  'POST /api/console/members/card/set': async context => {
    const {
      body: { id, card_id, locked, remark },
    } = context
    need(remark, 'desk.reason_missing', 'remark')
    const memberId = await another(context, id)
    await runAction(context, async tx => {
      const before = await lockCardRow(tx, memberId, card_id)
      if (!before) throw new Refusal(say('card.not_found'))
      await setCardLocked(tx, memberId, card_id, locked === 1)
      return {
        answer: null,
        entry: {
          action: locked === 1 ? 'member.card_lock' : 'member.card_unlock',
          subject: subjectOf(id),
          before: { card: `${before.bank} ${before.tail}`, locked: before.locked },
          after: { card: `${before.bank} ${before.tail}`, locked: locked === 1 },
          note: remark,
        },
      }
    })
    return { message: locked === 1 ? '已锁定，不再向该账号付款' : '已解除锁定', data: null }
  },
} satisfies ConsoleHandlers
