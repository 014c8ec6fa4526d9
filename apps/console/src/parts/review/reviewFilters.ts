export type ReviewFilters = { state: number; q: string }
export type OrderFilters = { state: number; method: string; day: string; q: string }

/** The queue is what one comes for: it is the resting place of the filters. */
export const reviewDefaults: OrderFilters = { state: 1, method: '', day: '', q: '' }
