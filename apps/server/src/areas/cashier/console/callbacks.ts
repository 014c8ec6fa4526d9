import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { callbackRow, callbackRows, type CallbackRow } from '../store/callbacks.sql.ts'
import { redacted } from './redacted.ts'

const rowOf = (c: CallbackRow) => ({
  id: Number(c.callbackId),
  provider: c.provider,
  received_at: beijing(c.receivedAt),
  address: c.address,
  verdict: c.verdict,
  deposit_no: c.depositNo,
})

export const callbackHandlers = {
  'POST /api/console/callbacks/list': async ({ db, body }) => {
    const { rows, total } = await callbackRows(db, {
      verdict: body.verdict,
      day: body.day,
      q: body.q,
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    })
    return { data: pageOf(rows.map(rowOf), body.page, total) }
  },
  'POST /api/console/callbacks/show': async ({ db, body }) => {
    const found = await callbackRow(db, body.id)
    if (!found) throw new Refusal(say('callback.not_found'))
    return {
      data: {
        ...rowOf(found),
        payload: redacted(found.body),
        signed: found.signed,
        member_id: Number(found.memberId ?? 0n),
      },
    }
  },
} satisfies ConsoleHandlers
