import { z } from 'zod'
import { anyone, member } from './call.ts'
import { dateRange, int, nothing, page, paged, text, time, yuan } from './fields.ts'

/** One level of the ten: what it asks, and the largest rebate percent per category. */
export const vipRow = z.object({
  vip: z.number().int(),
  vipname: z.string(),
  recharge: yuan,
  flow: yuan,
  realperson: z.number(),
  sport: z.number(),
  e_sport: z.number(),
  joker: z.number(),
  electron: z.number(),
  lottery: z.number(),
})

export const redPacketRule = z.object({
  start_time: z.string(),
  end_time: z.string(),
  /** Deposits between `day_flow` and `flow_money` earn `recharge` claims (decision 33). */
  day_flow: yuan,
  flow_money: yuan,
  recharge: z.number().int(),
})

export const redPacketRecord = z.object({ money: yuan, redpacketmoney: yuan, created_at: time, usetime: z.string() })

export const activity = z.object({ id: z.number().int(), type: z.number().int(), banner: z.string(), title: z.string() })

export const promotionsCalls = {
  'POST /api/uservip': anyone(nothing, z.array(vipRow)),
  /** The claims of the day, their rules and the records in pages. */
  'GET /api/userredpacket': member(
    z.object({ page }),
    z.object({
      sendnums: z.number().int(),
      acquirednum: z.number().int(),
      max_times: z.number().int(),
      rules: z.array(redPacketRule),
      ...paged(redPacketRecord).shape,
    }),
  ),
  'POST /api/douserredpacket': member(nothing, z.object({ redpacketmoney: yuan }), { once: true }),
  'POST /api/redpacket': member(z.object({ page }), paged(redPacketRecord)),
  'POST /api/activitytype': anyone(nothing, z.array(z.object({ id: z.number().int(), name: z.string() }))),
  'POST /api/activitylist': anyone(z.object({ type: text(10), page }), paged(activity)),
  'POST /api/activitydeatil': anyone(z.object({ id: int }), activity.extend({ content: z.string(), memo: z.string() })),
  'POST /api/doactivityapply': member(z.object({ activityid: int }), z.null(), { once: true }),
  /** 1 pending review, 2 passed, 3 rejected. */
  'POST /api/activityApplyLog': member(
    z.object({ page }),
    paged(z.object({ activity_name: z.string(), created_at: time, state: z.number().int(), remark: z.string() })),
    { aliases: ['POST /api/activityapplylog'] },
  ),
  'POST /api/getfanshui': member(
    z.object({ date: dateRange, page, api_type: text(20), type: text(10) }),
    z.object({
      list: paged(z.object({ gamename: z.string(), money: yuan, created_at: time, updated_at: time, state: z.number().int() })),
      jisuan: yuan,
      nojisuan: yuan,
    }),
  ),
  'POST /api/dofanshui': member(nothing, z.null(), { once: true }),
} as const
