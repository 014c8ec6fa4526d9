import type { ServiceState } from '@tianping/contract/site/facts'

/** The tone of a state; its word stands beside it. */
export const serviceDots = {
  open: 'ok',
  maintenance: 'wait',
  disturbed: 'bad',
} as const satisfies Record<ServiceState, string>
