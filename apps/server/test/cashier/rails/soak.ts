// What the soaks of the rails do, over either kind of chain. All rails at once: random deposits,
// payouts, refunds, disputes and reorganisations, with kills of the server, the signer, the chain's
// node and the providers. In the end our books are the chain's and the providers', to the unit.
// SOAK_STEPS, SOAK_KILLS and SOAK_SEED make it longer and other (`npm run soak -- rails`).
import { sql, theRow } from '@tianping/database'
import { expect } from 'vitest'
import { chanceOf, runSteps } from '../../../../../tooling/runs/soak.ts'
import { DEPTH } from './chainNode.ts'
import {
  chainAgrees,
  everyOrderHasAPlace,
  providersAgree,
  reconcileHolds,
  untilCalm,
} from './ends.ts'
import { laneOf, railSteps } from './steps.ts'
import type { RailsWorld } from './world.ts'

export const STEPS = Number(process.env['SOAK_STEPS'] ?? 50)
export const KILLS = Number(process.env['SOAK_KILLS'] ?? 4)
/** A member may begin so many orders in a span: more steps take more members. */
const MEMBERS = Math.max(4, Math.ceil(STEPS / 40))
const SEED = 20_261_126
export const TIMEOUT_MS = 600_000 + STEPS * 5_000

export async function soakRails(world: RailsWorld): Promise<void> {
  const { tally, step, payoutsEnd, refundsEnd } = railSteps(world)
  const chance = chanceOf(SEED)
  const lanes = []
  for (let no = 0; no < MEMBERS; no++) lanes.push(laneOf(await world.join(no), no))

  // Each of them once in every round, in an order by chance.
  const victims = {
    server: () => world.kill('server'),
    signer: () => world.kill('signer'),
    node: () => world.node.kill(chance.upTo(DEPTH)),
    provider: () => chance.oneOf(world.channels).kill(),
  }
  let round: (keyof typeof victims)[] = []
  const killed: Record<string, number> = {}
  const kill = async () => {
    if (round.length === 0) round = Object.keys(victims) as (keyof typeof victims)[]
    const [victim] = round.splice(chance.upTo(round.length), 1)
    killed[victim!] = (killed[victim!] ?? 0) + 1
    await victims[victim!]()
  }
  const done = await runSteps({ steps: STEPS, kills: KILLS, lanes, step, kill })

  // What goes wrong next is forgotten with the process; its books are not.
  for (const channel of world.channels) await channel.kill()
  await payoutsEnd({ chance })
  await refundsEnd()
  await untilCalm(world)
  await payoutsEnd({ chance })
  // The next ten minutes would begin others while the balances are read.
  await world.noMoreSweeps()
  await untilCalm(world)

  await providersAgree(world)
  const { units, transfers } = await chainAgrees(world)
  await everyOrderHasAPlace(world)
  await reconcileHolds(world)
  expect(done.kills).toBe(KILLS)
  const { moved, sweeps } = await theRow(
    world.db,
    sql<{ moved: number; sweeps: number }>`
    select (select count(*)::int from ledger.transaction) as moved,
      (select count(*)::int from chain_task where kind = 'sweep' and state = 'done') as sweeps`,
  )
  expect(moved).toBeGreaterThan(0)
  console.log(
    [
      `${done.steps} steps, kills ${JSON.stringify(killed)}, ${moved} postings, ${transfers} transfers on the chain, ${sweeps} sweeps, ${units} units held`,
      ...[...tally].toSorted(([, a], [, b]) => b - a).map(([what, n]) => `${n} ${what}`),
    ].join('\n  '),
  )
}
