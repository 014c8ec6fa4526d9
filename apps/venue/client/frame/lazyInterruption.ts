import { lazyPart } from './lazyPart.tsx'

/** Fetched with every game, so that a pause that falls due is there without a network too. */
export const Interruption = lazyPart(
  async () => (await import('./Interruption.tsx')).Interruption,
  ({ due }) => due !== null,
)
