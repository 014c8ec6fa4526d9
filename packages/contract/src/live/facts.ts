import type { MessageKind } from '../message/facts.ts'

/**
 * The events of `GET /api/live`, a member's stream of server-sent events. `state` comes first and
 * whenever a figure changed; `letter` for each new message, its number as the event's id; `site`
 * when the announcements changed; `full` when a newer stream of the member took the place of this
 * one; `over` when the session ended.
 */
export type LiveEvents = {
  state: LiveState
  letter: LiveLetter
  site: { notices: string[] }
  full: Record<never, never>
  over: Record<never, never>
}

export type LiveState = {
  /** As `POST /api/balance` answers it. */
  balance: number
  messageNum: number
  /** Orders that wait for a decision. */
  deposits: number
  withdrawals: number
}

export type LiveLetter = {
  id: number
  title: string
  /** The beginning of the message, without markup. */
  text: string
  kind: MessageKind
  link: string | null
  created_at: string
}
