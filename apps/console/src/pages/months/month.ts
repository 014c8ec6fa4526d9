import type { MonthState } from '@tianping/contract/books/facts'
import type { ConsoleGiven } from '@tianping/contract/console'

export const monthCalls = {
  list: 'POST /api/console/months/list',
  show: 'POST /api/console/months/show',
  lines: 'POST /api/console/months/lines/list',
  parties: 'POST /api/console/months/parties/list',
} as const

export type Month = ConsoleGiven<typeof monthCalls.show>
export type Line = Month['lines'][number]

export const monthTones = {
  running: 'plain',
  open: 'waiting',
  prepared: 'waiting',
  closed: 'good',
} as const satisfies Record<MonthState, string>
