// A source of the USDT rate for tests: a process of its own that answers a price with its time, and
// fails as it is told.
import { serveStub, type Answer } from './stub.ts'

const said: { price: unknown; at: number | null } = { price: '7.2000', at: null }

const answer = (): Answer => ({
  body: { data: [{ price: said.price, time: Math.floor((said.at ?? Date.now()) / 1_000) }] },
})

serveStub({
  orders: new Map(),
  answer,
  refusal: () => ({ status: 403, body: { error: 'no' } }),
  notice: () => {
    throw new Error('a source of prices tells nothing by itself')
  },
  refunded: () => 0,
  steer: (path, asked) => {
    if (path === '/_price') Object.assign(said, { at: null }, asked)
    return {}
  },
})
