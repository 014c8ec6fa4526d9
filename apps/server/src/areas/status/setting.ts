import { z } from 'zod'

export const STATUS_SETTING = 'status'

/** A minute of Beijing time. */
const minute = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/, '格式：2026-01-31 04:00')
  .refine(text => !Number.isNaN(Date.parse(`${text.slice(0, 10)}T00:00:00Z`)), '没有这一天')

const planned = z
  .object({
    /** What is in maintenance, as members read it. */
    service: z.string().trim().min(1).max(20),
    from: minute,
    until: minute,
    remark: z.string().trim().max(100).default(''),
  })
  .refine(({ from, until }) => from < until, '结束须晚于开始')

/** What members read of planned maintenance on the status page, key `status`. */
export const statusSchema = z.object({ windows: z.array(planned).max(20).default([]) })
