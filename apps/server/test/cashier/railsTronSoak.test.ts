// Every rail together with USDT over TRC20 at the stub of a node (rails/soak.ts).
import { afterAll, test } from 'vitest'
import { openTronNode } from './rails/tronNode.ts'
import { KILLS, soakRails, STEPS, TIMEOUT_MS } from './rails/soak.ts'
import { openRailsWorld } from './rails/world.ts'

const world = await openRailsWorld(openTronNode)
afterAll(() => world.stop())

test(
  `${STEPS} random steps over every rail and TRC20 with ${KILLS} kills: the books are the chain's and the providers'`,
  { timeout: TIMEOUT_MS },
  () => soakRails(world),
)
