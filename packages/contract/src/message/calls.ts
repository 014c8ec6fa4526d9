import { z } from 'zod'
import { member } from '../call.ts'
import { flag, int8, oneOf, page, paged, time } from '../fields.ts'
import { messageKinds } from './facts.ts'

export const messageCalls = {
  'POST /api/noticeList': member(
    z.object({ page }),
    paged(
      z.object({
        id: z.number().int(),
        title: z.string(),
        content: z.string(),
        created_at: time,
        read: flag,
        kind: oneOf(messageKinds),
        /** The page of the member app that belongs to the message; null for none. */
        link: z.string().nullable(),
      }),
    ),
    { aliases: ['POST /api/noticelist'] },
  ),
  /**
   * Marks the letter that was opened as read; without an id, all of them. Answers how many are
   * still unread.
   */
  'POST /api/noticeread': member(
    z.object({ id: int8.optional() }),
    z.object({ messageNum: z.number().int() }),
  ),
} as const
