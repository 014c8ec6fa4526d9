// Every rail together with USDT over ERC20 (rails/soak.ts).
import { afterAll, test } from 'vitest'
import { openChainNode } from './rails/chainNode.ts'
import { KILLS, soakRails, STEPS, TIMEOUT_MS } from './rails/soak.ts'
import { openRailsWorld } from './rails/world.ts'

const world = await openRailsWorld(openChainNode)
afterAll(() => world.stop())

test(
  `${STEPS} random steps over every rail with ${KILLS} kills: the books are the chain's and the providers'`,
  { timeout: TIMEOUT_MS },
  () => soakRails(world),
)
