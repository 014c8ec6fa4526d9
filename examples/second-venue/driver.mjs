// How the conformance kit plays the game of this venue (packages/venue-kit).
//   npx tianping-venue-kit … --driver examples/second-venue/driver.mjs
import { randomBytes } from 'node:crypto'

const hex = bytes => randomBytes(bytes).toString('hex')

async function call(base, session, path, body = {}, headers = {}) {
  const answer = await fetch(`${base}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session}`, ...headers },
    body: JSON.stringify(body),
  })
  const said = await answer.json()
  if (!answer.ok || said.stopped) throw new Error(`${path}: ${JSON.stringify(said)}`)
  return said
}

/** The venue's staff correct bets by ADMIN_KEY; without it the kit leaves those cases out. */
export const driverOf = ({ url, merchant, adminKey }) => ({
  async open(address) {
    const { href, hash } = new URL(address)
    const base = href.slice(0, href.indexOf('/play/'))
    const { session } = await call(base, '', 'api/enter', { token: hash.slice(1) })
    const { seeded } = await call(base, session, 'api/state')
    if (!seeded) await call(base, session, 'api/seed', { client_seed: hex(16) })
    return { base, session }
  },
  bet: ({ base, session }, stake) =>
    call(base, session, 'api/toss', { stake, side: 'heads', key: hex(16) }),
  answerCheck: ({ base, session }) => call(base, session, 'api/checked'),
  leave: ({ base, session }) => call(base, session, 'api/leave'),
  askMoney: ({ base, session }, amount) =>
    call(base, session, 'api/money', { ref: hex(16), amount }),
  ...(adminKey && {
    correct(bet, payout) {
      const body = payout === null ? {} : { payout }
      return call(url, '', `admin/bets/${merchant}/${bet}`, body, { 'x-admin-key': adminKey })
    },
  }),
})

const { VENUE_URL: url, VENUE_MERCHANT: merchant, ADMIN_KEY: adminKey } = process.env
export const driver = driverOf({ url, merchant, adminKey })
