import {
  askedByMembers,
  dataExportState,
  dataRequestKinds,
  type DataRequestKind,
} from '@tianping/contract/dataRights/facts'
import { lengthOf } from '@tianping/contract/rule'
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Context, Handlers } from '../../kernel/http/services.ts'
import { attempt } from '../../kernel/http/throttle.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { proveSelf } from '../account/account.ts'
import { stopOffers } from '../consents/consents.ts'
import { announce } from '../delivery/delivery.ts'
import { ticketFor } from './fileRoute.ts'
import { exportOf, insertExport, type DataExport } from './store/export.sql.ts'
import { insertRequest, requestsOf, type DataRequest } from './store/request.sql.ts'

const MOST_REQUESTS = 50
export const LONGEST = 1_000
const asksByMember = { attempts: 20, windowMs: 86_400_000 }

const percentOf = ({ state, done, steps }: DataExport): number => {
  if (state === dataExportState.ready) return 100
  return steps === 0 ? 0 : Math.floor((done * 100) / steps)
}

const exportShown = (found: DataExport) => ({
  state: found.state,
  progress: percentOf(found),
  asked_at: beijing(found.askedAt),
  expires_at: found.expiresAt ? beijing(found.expiresAt) : '',
  bytes: found.bytes,
})

const requestShown = (r: DataRequest) => ({
  id: Number(r.requestId),
  kind: r.kind,
  state: r.state,
  asked_at: beijing(r.askedAt),
  answer_by: beijing(r.answerBy),
  extension: r.extension,
  answer: r.answer,
})

async function show({ db, member: { memberId } }: Context<'POST /api/dataRights'>) {
  const [copy, requests] = await Promise.all([
    exportOf(db, memberId),
    requestsOf(db, memberId, MOST_REQUESTS),
  ])
  return {
    data: {
      export: copy ? exportShown(copy) : null,
      again_at: copy && !copy.mayAsk ? beijing(copy.againAt) : '',
      requests: requests.map(requestShown),
    },
  }
}

/** A kind of the list, if it is one of those allowed. */
export function kindOf(typed: string, allowed: readonly DataRequestKind[]): DataRequestKind {
  const found = allowed.find(kind => kind === typed)
  if (!found) throw new Refusal(say('data_request.kind'), { field: 'kind' })
  return found
}

/** What is asked for, in words; an erasure says enough by itself. */
export function refuseContent(kind: DataRequestKind, content: string): void {
  if ((kind !== 'erase' && content === '') || lengthOf(content) > LONGEST)
    throw new Refusal(say('data_request.content'), { field: 'content' })
}

async function ask(context: Context<'POST /api/dataRights/ask'>) {
  const { db, clock, body, outward, member } = context
  const { memberId } = member
  const kind = kindOf(body.kind, askedByMembers)
  refuseContent(kind, body.content)
  await attempt(db, `data-request:${memberId}`, asksByMember, clock.now())
  await proveSelf(context)
  await transaction(db, async tx => {
    const made = await insertRequest(tx, { memberId, kind, content: body.content, askedBy: '' })
    if (!made) throw new Refusal(say('data_request.open'))
    // Nobody has to decide about this part first.
    if (kind === 'object' || kind === 'restrict')
      await stopOffers(tx, { memberId, source: 'objection', at: clock.now() })
    const title = `已收到您的申请：${dataRequestKinds[kind]}`
    const text = `我们将在 ${beijing(made.answerBy).slice(0, 10)} 前答复。如非本人申请，请立即修改登录密码并联系客服。`
    await announce(tx, outward, {
      memberId,
      kind: 'account',
      title,
      text,
      at: clock.now(),
      about: { kind: 'service', link: '/dataRights' },
    })
  })
  return { message: '已提交', data: null }
}

export const dataRightsHandlers = {
  'POST /api/dataRights': show,
  'POST /api/dataRights/export': async ({ db, member: { memberId } }) => {
    await transaction(db, async tx => {
      // Two at once are counted one after the other.
      await lockMember(tx, memberId)
      const last = await exportOf(tx, memberId)
      if (last && !last.mayAsk)
        throw new Refusal(say('data_export.once_a_day', { again_at: beijing(last.againAt) }))
      await insertExport(tx, memberId)
    })
    return { message: '已开始生成，完成后会通知您', data: null }
  },
  'POST /api/dataRights/download': async context => {
    await proveSelf(context)
    const path = await ticketFor(context, context.member.memberId)
    if (path === null) throw new Refusal(say('data_export.none'))
    return { data: { path } }
  },
  'POST /api/dataRights/ask': ask,
} satisfies Handlers
