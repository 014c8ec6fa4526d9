import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { int8, nothing, text, time } from '../fields.ts'
import {
  SEGMENT_CONDITIONS,
  segmentFacts,
  segmentUses,
  type SegmentFactName,
  type SegmentUse,
} from './facts.ts'

const once = { once: true } as const
const bound = z.number().min(-1e9).max(1e9).nullable()

/** `least` and `most` are included, null for no bound; yuan where the fact is an amount. */
const condition = z.object({
  fact: z.enum(Object.keys(segmentFacts) as [SegmentFactName, ...SegmentFactName[]]),
  days: z.number().int().min(0).max(100_000),
  least: bound,
  most: bound,
  /** The tag or the member; 0 for the other facts. */
  id: int8.default(0),
})
const conditions = z.array(condition).max(SEGMENT_CONDITIONS)
export type SegmentCondition = z.output<typeof condition>

/** Groups of members by conditions over facts; who belongs to one is found at that moment. */
export const segmentConsole = {
  /** Segments in use, by name. */
  'POST /api/console/segments/all': operator(
    'member.read',
    nothing,
    z.array(
      z.object({
        segment_id: z.number().int(),
        name: z.string(),
        note: z.string(),
        conditions,
        /** What is for it and has not ended; `name` is empty for the popup. */
        uses: z.array(
          z.object({
            kind: z.enum(Object.keys(segmentUses) as [SegmentUse, ...SegmentUse[]]),
            name: z.string(),
          }),
        ),
        created_by: z.string(),
        created_at: time,
      }),
    ),
  ),
  /**
   * How many members meet conditions now, how many of them offers may reach, and ten of them.
   * Counts end at 100,000 and 10,000.
   */
  'POST /api/console/segments/preview': operator(
    'member.read',
    z.object({ conditions }),
    z.object({
      members: z.number().int(),
      reached: z.number().int(),
      examples: z.array(
        z.object({
          member_id: z.number().int(),
          username: z.string(),
          vip: z.number().int(),
          joined_at: time,
        }),
      ),
    }),
  ),
  /** Keeps a segment; one in use of the same name is replaced where `segment_id` names it. */
  'POST /api/console/segments/save': operator(
    'message.send',
    z.object({ segment_id: int8.default(0), name: text(30), note: remark, conditions }),
    z.object({ segment_id: z.number().int() }),
    once,
  ),
  'POST /api/console/segments/retire': operator(
    'message.send',
    z.object({ segment_id: int8, remark }),
    z.null(),
    once,
  ),
} as const
