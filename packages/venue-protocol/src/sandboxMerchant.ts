/**
 * The merchant that a sandbox platform and a sandbox venue agree on without any set-up. It is
 * public knowledge: a venue takes it only in sandbox mode, on play money.
 */
export const SANDBOX_MERCHANT = {
  merchant: 'tianping',
  key: { id: 'sandbox-1', secret: 'sandbox-only-play-money-key-never-for-real-money' },
} as const
