import { reviewState } from '@tianping/contract/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { href } from '../../app/address.ts'

/** The rows behind a figure of a day. */
export const depositsOn = (day: string) => href('/deposits', { state: reviewState.approved, day })
export const withdrawalsOn = (day: string) =>
  href('/withdrawals', { state: reviewState.approved, day })
export const joinedOn = (day: string) => href('/members', { day })
export const activeOn = (day: string) => href('/members', { played: day })
export const betsOn = (day: string, venue?: number) =>
  href('/bets', { day, status: betStatus.settled, ...(venue ? { venue } : {}) })
