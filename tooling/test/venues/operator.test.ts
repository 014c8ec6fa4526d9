// The conformance kit as a venue, against an operator that makes the usual mistakes: it never asks
// about what it does not know, and does whatever a signal says, each time it is said.
import { venueClient, type VenueClient, type VenueOutcome } from '@tianping/venue-protocol'
import { operatorCases } from '../../../packages/venue-kit/src/operator/cases.ts'
import { examineOperator } from '../../../packages/venue-kit/src/operator/examineOperator.ts'
import { expect, test } from 'vitest'

const KEY = { merchant: 'careless', keyId: 'k1', secret: 'key-of-a-careless-operator-and-nobody' }
const PLAYER = '1001'

function good<T>(outcome: VenueOutcome<T>): T {
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.data
}

/** Counts what was answered, and forgets what was not. */
function carelessOperator(client: () => VenueClient) {
  let cash = 10_000_00
  let made = 0
  const ref = () => `R${++made}`
  const bring = async (fen: number) => {
    const asked = { ref: ref(), player: PLAYER, direction: 'IN', amount: BigInt(fen) } as const
    if ((await client().transfer(asked)).kind === 'ok') cash -= fen
  }
  return {
    bring,
    takeHome: async () => {
      const asked = { ref: ref(), player: PLAYER, direction: 'OUT', all: true } as const
      const done = await client().transfer(asked)
      if (done.kind === 'ok') cash += Number(done.data.amount)
    },
    cash: async () => cash,
    open: async () => {
      const ticket = `ticket-of-a-launch-${++made}`
      const asked = { player: PLAYER, game_code: 'kit-game', lobby_url: 'https://site.example/' }
      const money = { each: 50_00n, total: 500_00n }
      return good(await client().launch({ ...asked, ticket, money })).url
    },
    later: async () => {},
    readFeed: async () => {
      for (const signal of good(await client().bets({})).signals ?? []) {
        if (signal.kind === 'money') await bring(Number(signal.amount))
        await client().answerSignal({ ref: signal.ref, outcome: 'done' })
      }
    },
  }
}

test('a careless operator fails every case of faults and signals, and nothing else', async () => {
  let client: VenueClient | null = null
  const connected = () => {
    if (!client) throw new Error('the kit is not connected')
    return client
  }
  const listening = async (baseUrl: string) => {
    const keys = [{ id: KEY.keyId, secret: KEY.secret }] as const
    client = venueClient({ baseUrl, merchant: KEY.merchant, keys })
    good(await client.putPlayer({ player: PLAYER, nickname: 'P1', currency: 'CNY' }))
  }
  const { results } = await examineOperator(KEY, carelessOperator(connected), { listening })
  connected().close()
  const passed = results.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id)
  expect(passed).toEqual(['transfer', 'launch', 'line'])
  expect(results).toHaveLength(operatorCases.length)
  const money = results.find(({ id }) => id === 'money')
  expect(money?.why).toBe('transfers: 2, expected 1')
  expect(JSON.stringify(money?.evidence)).toContain('/v1/signals/')
})
