import { reviewState } from '@tianping/contract/facts'

export type ReviewFilters = { state: number; q: string }
export type OrderFilters = ReviewFilters & { method: string }

/** The queue is what one comes for: it is the resting place of the filters. */
export const queueDefaults: ReviewFilters = { state: reviewState.waiting, q: '' }
export const reviewDefaults: OrderFilters = { ...queueDefaults, method: '' }
