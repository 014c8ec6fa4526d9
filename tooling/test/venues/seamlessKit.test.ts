// The conformance kit as an operator's wallet, against a seamless venue that was written from the
// published pages alone, and against one that makes the usual mistakes.
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Played } from '../../../packages/venue-kit/src/wallet/drivers.ts'
import { examineSeamless } from '../../../packages/venue-kit/src/wallet/examineSeamless.ts'
import { post, signatureBy } from '../../../packages/venue-kit/src/wallet/line.ts'
import { seamlessCases } from '../../../packages/venue-kit/src/wallet/seamlessCases.ts'
import { inRoot } from '../../root.ts'
import { atEnd } from '../ends/atEnd.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [operator, theirs] = [pair(), pair()]
const account = { merchant: '816/main', key: operator.privateKey, currency: 'CNY' }

test('a venue by the published pages passes every case', async () => {
  const config = {
    operatorKey: operator.publicKey,
    privateKey: theirs.privateKey,
    operatorId: 816,
  }
  const file = inRoot('tooling/venues/seamlessWallet.ts')
  const stub = spawn(process.execPath, [file, JSON.stringify(config)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  atEnd(() => void stub.kill())
  const [line] = (await once(stub.stdout, 'data')) as [Buffer]
  const url = line.toString('utf8').trim()
  const steer = async (path: string, asked: object) =>
    void (await (
      await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(asked) })
    ).text())
  const play = ({ user, token, game_code, stake }: Played, end: string, win: number) => {
    const amounts = { stake: stake * 1_000, win: win * 1_000 }
    return steer('/_play', {
      user,
      token,
      game_code,
      ...amounts,
      end,
      fault: '',
      round: randomUUID(),
    })
  }
  const driver = {
    connect: (wallet: string) => steer('/_wallet', { url: wallet }),
    play: (asked: Played & { win: number }) => play(asked, 'win', asked.win),
    lose: (asked: Played) => play(asked, 'close', 0),
  }
  const { results } = await examineSeamless({ ...account, url }, driver, {
    verify: theirs.publicKey,
  })
  const others = results.filter(({ outcome }) => outcome !== 'passed')
  expect(others.map(({ id, why }) => `${id}: ${why}`)).toEqual([])
  expect(results).toHaveLength(seamlessCases.length)
})

/** A venue in this process that hears anybody; how it plays is what a test is about. */
async function mistakenVenue(only: readonly string[], play: (at: Mistaken) => Promise<void>) {
  const server = createServer((request, reply) => {
    const said = request.url?.endsWith('/list')
      ? [{ game_code: 'wheel', name: '轮' }]
      : { url: 'https://games.example/wheel' }
    request.resume().on('end', () => reply.end(JSON.stringify(said)))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  atEnd(() => void server.close())
  let wallet = ''
  const call: Mistaken['call'] = async (path, fields) => {
    const body = JSON.stringify({ request_uuid: randomUUID(), ...fields })
    const signature = signatureBy(theirs.privateKey, body)
    const { answer } = await post({ url: `${wallet}/${path}`, body, signature })
    return answer?.status === 200 ? String(JSON.parse(answer.body).status) : null
  }
  const driver = {
    connect: async (url: string) => void (wallet = url),
    play: (asked: Played & { win: number }) => play({ asked, call }),
    lose: (asked: Played) => play({ asked: { ...asked, win: 0 }, call }),
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wanted = { verify: theirs.publicKey, only, patienceMs: 200 }
  const { results } = await examineSeamless({ ...account, url }, driver, wanted)
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  for (const { evidence } of failed) expect(evidence.length).toBeGreaterThan(0)
  return failed.map(({ id }) => id)
}
type Mistaken = {
  asked: Played & { win: number }
  /** The word of the answer; null where there was none. */
  call: (path: string, fields: object) => Promise<string | null>
}
const aboutRound = ({ user, token, game_code }: Played) => ({
  user,
  token,
  game_code,
  round: randomUUID(),
  currency: 'CNY',
})

test('a venue that hears anybody and plays refused bets is caught', async () => {
  const only = ['games', 'foreign-key', 'round-won', 'refused', 'line']
  const failed = await mistakenVenue(only, async ({ asked, call }) => {
    const about = { ...aboutRound(asked), request_uuid: 'always-the-same' }
    const bet = randomUUID()
    const amount = asked.stake * 1_000
    await call('transaction/bet', { ...about, transaction_uuid: bet, amount })
    if (asked.win === 0) return
    const paying = { transaction_uuid: randomUUID(), reference_transaction_uuid: bet }
    const paid = { ...about, ...paying, amount: asked.win * 1_000, round_closed: true }
    await call('transaction/win', paid)
  })
  expect(failed).toEqual(['foreign-key', 'refused', 'line'])
})

/** What a venue may do wrong with a call that was not answered. */
type Retries = {
  back?: 'never' | 'once' | 'another number' | 'another bet' | 'the bet again'
  win?: 'once' | 'another number'
}
const MOST_ATTEMPTS = 3

/** A round whose bet is taken back and whose win is sent again, but for the mistake. */
const retrying =
  ({ back, win }: Retries) =>
  async ({ asked, call }: Mistaken) => {
    const about = aboutRound(asked)
    const again = async (path: string, fields: object, mistake?: 'once' | 'another number') => {
      for (let attempt = 0; attempt < (mistake === 'once' ? 1 : MOST_ATTEMPTS); attempt++) {
        const number = mistake === 'another number' ? { transaction_uuid: randomUUID() } : {}
        if ((await call(path, { ...fields, ...number })) !== null) return
      }
    }
    const bet = randomUUID()
    const placing = { ...about, transaction_uuid: bet, amount: asked.stake * 1_000 }
    const status = await call('transaction/bet', placing)
    const named = { transaction_uuid: randomUUID(), reference_transaction_uuid: bet }
    const closing = { ...about, ...named, round_closed: true }
    if (status === 'RS_OK')
      return again('transaction/win', { ...closing, amount: asked.win * 1_000 }, win)
    if (status !== null || back === 'never') return
    if (back === 'the bet again') return again('transaction/bet', placing)
    const undone = back === 'another bet' ? { reference_transaction_uuid: randomUUID() } : {}
    const mistake = back === 'another bet' ? undefined : back
    return again('transaction/rollback', { ...closing, ...undone }, mistake)
  }

const UNANSWERED = ['bet-unanswered', 'bet-unheard', 'rollback-unanswered']
const OWED = ['win-unanswered', 'win-error']

test.each<[mistake: string, retries: Retries, caught: string[]]>([
  ['none', {}, []],
  ['a bet is never taken back', { back: 'never' }, UNANSWERED],
  ['a bet without an answer is sent again', { back: 'the bet again' }, UNANSWERED],
  ['a rollback names another bet', { back: 'another bet' }, UNANSWERED],
  ['a rollback is sent once', { back: 'once' }, ['rollback-unanswered']],
  ['a rollback comes under a new number', { back: 'another number' }, ['rollback-unanswered']],
  ['a win is sent once', { win: 'once' }, OWED],
  ['a win comes under a new number', { win: 'another number' }, OWED],
])('a venue that retries wrongly is caught: %s', async (_mistake, retries, caught) => {
  expect(await mistakenVenue([...UNANSWERED, ...OWED], retrying(retries))).toEqual(caught)
})
