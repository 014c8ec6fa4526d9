import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { enqueue } from '../../../ledger/outbox.ts'
import { letterTopic } from '../scheduled/letters.ts'
import { fileRows, reopenLetters } from '../store/file.sql.ts'

export const reportFileHandlers = {
  'POST /api/console/figures/files/list': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    return keyedAnswer(paging, await fileRows(db, { ...narrowedOf(body), paging }), each => ({
      file_id: Number(each.fileId),
      name: each.name,
      from: each.fromDay,
      to: each.toDay,
      format: each.format,
      file_lines: each.lines,
      made_at: beijing(each.madeAt),
      letters_sent: each.lettersSent,
      letters_waiting: each.lettersWaiting,
      letters_failed: each.lettersFailed,
      error: each.error,
    }))
  },
  'POST /api/console/figures/files/resend': async context => {
    const fileId = BigInt(context.body.file_id)
    const letters = await runAction(context, async tx => {
      const addresses = await reopenLetters(tx, fileId)
      if (addresses.length === 0) throw new Refusal(say('figures.no_failed_letter'))
      for (const address of addresses) {
        const payload = { fileId: String(fileId), address }
        await enqueue(tx, { memberId: 0n, topic: letterTopic, payload })
      }
      const subject = `report_file:${fileId}`
      const entry = { action: 'figures.resend', subject, after: { letters: addresses.length } }
      return { answer: addresses.length, entry }
    })
    return { message: '已重新发送', data: { letters: letters ?? 0 } }
  },
} satisfies ConsoleHandlers
