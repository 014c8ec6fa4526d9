import { newNonce } from '@tianping/venue-protocol'
import type { Case } from '../case.ts'
import type { Twist } from '../exchange.ts'
import { dataOf, envelopeOf, hold, refused, same, type Subject } from '../subject.ts'

const section = '2 Signatures'

/** A transfer that must not be done; afterwards the ref is as if nothing had been said. */
async function notDone(at: Subject, code: 1001 | 1002, twist: Twist, signed: boolean) {
  const player = await at.player()
  const ref = at.name('s')
  const asked = { ref, player, direction: 'IN', amount: 500 }
  refused(await at.ask('transfer', asked, twist), [code], signed)
  same(await at.balance(player), 0, 'the balance after a request that was not accepted')
  refused(await at.ask('transferState', { ref }), [2404])
}

const other = 'a-secret-that-no-venue-knows-0123456789'
const health = { method: 'GET', path: '/v1/health' } as const

export const signatures: Case[] = [
  {
    id: 'health',
    rule: 'health answers signed, with protocol 1 and the time',
    section: '5 Calls',
    run: async at => {
      const { time } = await at.data('health', {})
      const off = Math.abs(Date.parse(time) - Date.now())
      hold(off < 60_000, `the clock of the venue is ${off} ms off`)
    },
  },
  {
    id: 'signature-wrong',
    rule: 'a wrong signature is refused with 1001, signed, and nothing is done',
    section,
    run: at => notDone(at, 1001, { signature: '0'.repeat(64) }, true),
  },
  {
    id: 'signature-other-secret',
    rule: 'a signature of another secret is refused with 1001',
    section,
    run: at => notDone(at, 1001, { secret: other }, true),
  },
  {
    id: 'signature-body',
    rule: 'a body that was changed after signing is refused with 1001',
    section,
    run: async at => {
      const player = await at.player()
      const body = { ref: at.name('s'), player, direction: 'IN', amount: 500 }
      const signedBody = JSON.stringify({ ...body, amount: 5 })
      refused(await at.ask('transfer', body, { signedBody }), [1001])
      same(await at.balance(player), 0, 'the balance')
    },
  },
  {
    id: 'signature-target',
    rule: 'a signature for another path or query is refused with 1001',
    section,
    run: async at => {
      refused(await at.send(health, { signedPath: '/v1/games' }), [1001])
      const path = '/v1/bets?after=0&limit=1'
      const wanted = { method: 'GET', path } as const
      refused(await at.send(wanted, { signedPath: '/v1/bets?after=0&limit=2' }), [1001])
    },
  },
  {
    id: 'signature-query-sorted',
    rule: 'pairs of the query are signed sorted, and sent in any order',
    section,
    run: async at => {
      const path = '/v1/bets?limit=1&after=0'
      dataOf('bets', await at.send({ method: 'GET', path }))
    },
  },
  {
    id: 'signature-percent',
    rule: 'the path is signed exactly as sent, percent-encoding included',
    section,
    run: async at => {
      const player = await at.player()
      const path = `/v1/players/${player.replace('KIT', '%4BIT')}/balance`
      dataOf('balance', await at.send({ method: 'GET', path }))
    },
  },
  {
    id: 'signature-unknown-key',
    rule: 'an unknown merchant or key is answered unsigned with 1001',
    section,
    run: async at => {
      for (const twist of [{ keyId: 'no-such-key' }, { merchant: 'no-such-merchant' }]) {
        const seen = await at.send(health, { ...twist, secret: other })
        refused(seen, [1001], false)
        hold(!seen.signed, 'nothing can be signed for a key that is not known')
      }
    },
  },
  {
    id: 'clock',
    rule: 'a timestamp 90 s off is refused with 1002; 40 s off is taken',
    section,
    run: async at => {
      for (const skewMs of [-90_000, 90_000]) await notDone(at, 1002, { skewMs }, true)
      for (const skewMs of [-40_000, 40_000]) dataOf('health', await at.send(health, { skewMs }))
    },
  },
  {
    id: 'nonce',
    rule: 'a request that is played back is refused with 1003, and done once',
    section,
    run: async at => {
      const player = await at.player()
      const body = { ref: at.name('s'), player, direction: 'IN', amount: 500 }
      const twist = { nonce: newNonce(), timestamp: String(Date.now()) }
      dataOf('transfer', await at.ask('transfer', body, twist))
      refused(await at.ask('transfer', body, twist), [1003])
      same(await at.balance(player), 500, 'the balance')
    },
  },
  {
    id: 'nonce-after-refusal',
    rule: 'a nonce is used up by an accepted request only',
    section,
    run: async at => {
      const nonce = newNonce()
      refused(await at.send(health, { nonce, signature: '0'.repeat(64) }), [1001])
      dataOf('health', await at.send(health, { nonce }))
    },
  },
  {
    id: 'unknown-call',
    rule: 'an unknown call is answered with 404 and 2000',
    section: '3 Answers',
    run: async at => {
      const seen = await at.send({ method: 'GET', path: '/v1/no-such-call' })
      same(seen.answer?.status, 404, 'the status')
      same(envelopeOf(seen).code, 2000, 'the code')
    },
  },
  {
    id: 'body-too-large',
    rule: 'a body above 64 KiB is refused, and the venue goes on',
    section: '1 Addresses',
    run: async at => {
      const body = { players: ['p'], filler: 'x'.repeat(70_000) }
      const seen = await at.ask('balances', body)
      hold(seen.answer === null || seen.answer.status === 413, 'HTTP 413, or no answer')
      await at.data('health', {})
    },
  },
]
