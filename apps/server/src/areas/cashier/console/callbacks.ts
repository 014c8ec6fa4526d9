import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { providerNames } from '../../providers/providers.ts'
import { callbackRow, callbackRows, type CallbackRow } from '../store/callbacks.sql.ts'
import { redacted } from './redacted.ts'

const rowOf = (nameOf: (code: string) => string) => (c: CallbackRow) => ({
  id: Number(c.callbackId),
  provider: nameOf(c.provider),
  received_at: beijing(c.receivedAt),
  address: c.address,
  verdict: c.verdict,
  deposit_no: c.depositNo,
})

export const callbackHandlers = {
  'POST /api/console/callbacks/list': async ({ db, settings, body }) => {
    const { verdict, q } = body
    const paging = pagingOf(body, [], true)
    const found = await callbackRows(db, { verdict, q, paging, ...narrowedOf(body) })
    const shown = rowOf(await providerNames({ db, settings }))
    return { data: keyedPage(paging, found, found.rows.map(shown)) }
  },
  'POST /api/console/callbacks/show': async ({ db, settings, body }) => {
    const found = await callbackRow(db, body.id)
    if (!found) throw new Refusal(say('callback.not_found'))
    return {
      data: {
        ...rowOf(await providerNames({ db, settings }))(found),
        payload: redacted(found.body),
        signed: found.signed,
        member_id: Number(found.memberId ?? 0n),
      },
    }
  },
} satisfies ConsoleHandlers
