import { z } from 'zod'
import { aMinute, isMinute } from '../../kernel/setting.ts'

export const STATUS_SETTING = 'status'

/** A minute of Beijing time. */
const minute = z.string().refine(isMinute, '格式：2026-01-31 04:00，须是存在的日期').meta(aMinute)

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
