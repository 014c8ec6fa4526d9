import type { Db } from '@tianping/database'
import { TICKET_TEXT_MAX } from '@tianping/contract/tickets/facts'
import { z } from 'zod'
import { readSetting } from '../../kernel/setting.ts'

export const TICKET_SETTING = 'tickets'

const count = (least: number, most: number, preset: number) =>
  z.number().int().min(least).max(most).default(preset)
const canned = z.object({
  heading: z.string().trim().min(1).max(20),
  content: z.string().trim().min(1).max(TICKET_TEXT_MAX),
})

/** Conversations with customer service: how many, how fast, and prepared answers, key `tickets`. */
export const ticketSchema = z.object({
  maxOpen: count(1, 20, 5),
  linesPerHour: count(5, 500, 60),
  picturesPerHour: count(1, 100, 20),
  /** Days within which a line of the member opens a finished conversation again. */
  reopenDays: count(1, 60, 7),
  /** Minutes within which staff answer: the promise that members read, and when a queue is late. */
  answerMinutes: count(1, 1_440, 10),
  /** Days after which a conversation ends whose member owes the next line. */
  silentDays: count(1, 60, 3),
  canned: z
    .array(canned)
    .max(30)
    .refine(
      all => new Set(all.map(({ heading }) => heading)).size === all.length,
      '模板标题不能重复',
    )
    .default([
      { heading: '正在核实', content: '您好，已收到您的问题，正在核实，请稍候。' },
      {
        heading: '请发截图',
        content: '请发送付款凭证或页面截图，并附上对应的订单，我们马上核对。',
      },
      { heading: '到账时间', content: '银行转账通常在十分钟内完成审核，完成后会有站内信通知您。' },
    ]),
})
export type TicketSetting = z.output<typeof ticketSchema>

export const ticketSetting = (db: Db): Promise<TicketSetting> =>
  readSetting(db, TICKET_SETTING, ticketSchema)
