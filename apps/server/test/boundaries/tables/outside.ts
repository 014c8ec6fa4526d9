import type { Table } from '../edge.ts'

/** Which orders and payouts a provider takes. */
export const providerEdges = {
  'provider.minFen': [200_00, '', 'takes', 'takes'],
  'provider.maxFen': [300_00, 'takes', 'takes', ''],
  'provider.payoutMinFen': [200_00, '', 'pays', 'pays'],
  'provider.payoutMaxFen': [300_00, 'pays', 'pays', ''],
  'provider.from': ['12:00', '', 'takes', 'takes'],
  'provider.until': ['12:00', 'takes', '', ''],
  'provider.minTier': [1, '', 'takes', 'takes'],
} satisfies Table

/** The weekly maintenance of a venue, which lasts from noon to two. */
export const venueEdges = {
  'venue.windowDay': [3, '', 'maintenance', ''],
  'venue.windowFrom': ['12:00', '', 'maintenance', 'maintenance'],
  'venue.windowUntil': ['14:00', 'maintenance', '', ''],
} satisfies Table

/** Blocks that a payment on the chain waits for. */
export const chainEdges = {
  'chain.confirmations[].fromUsdt': [500, '12', '32', '32'],
} satisfies Table

/** Payments on the chain by the block and by the millionth of a USDT. */
export const paymentEdges = {
  'chain.confirmations[].blocks': [4, 'seen', 'credited', 'credited'],
  'chain.dustUsdt': [2, 'dust', 'credited', 'credited'],
  'chain.sweepFromUsdt': [70, '', 'swept', 'swept'],
} satisfies Table
