import { sql, theRow } from '@tianping/database'
import { SANDBOX_MERCHANT, venueBaseUrl, venueClient } from '@tianping/venue-protocol'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { freshDatabase } from '../../../tooling/test/database.ts'
import { freePort } from '../../../tooling/postgres.ts'

const database = await freshDatabase('venue')

/** The venue as a process of its own, with what it says and how it ends. */
function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      VENUE_DATABASE_URL: database.url,
      TIANPING_MODE: 'sandbox',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const heard = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
    for (const look of heard) look()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<{ code: number | null; said: string }>(done =>
    child.once('close', code => done({ code, said })),
  )
  const says = (text: string) =>
    new Promise<void>((done, failed) => {
      const look = () => {
        if (said.includes(text)) done()
      }
      heard.add(look)
      void ended.then(() => failed(new Error(said)))
      look()
    })
  return { child, ended, says }
}

test('it serves, says where, and stops cleanly when asked', async () => {
  const port = await freePort()
  const { child, ended, says } = launch({ VENUE_PORT: String(port) })
  await says(`venue: listening on http://127.0.0.1:${port}`)
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe('ok')
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  const { sessions } = await theRow(
    database.open(),
    sql<{
      sessions: bigint
    }>`select count(*) as sessions from pg_stat_activity where application_name = 'tianping-venue' and datname = current_database()`,
  )
  expect(sessions).toBe(0n)
})

test('a port that is taken is named, and how to choose another', async () => {
  const port = String(await freePort())
  const first = launch({ VENUE_PORT: port })
  await first.says('listening')
  const { code, said } = await launch({ VENUE_PORT: port }).ended
  expect(code).toBe(1)
  expect(said).toBe(`venue: port ${port} on 127.0.0.1 is taken; choose another with VENUE_PORT\n`)
  first.child.kill('SIGINT')
  expect((await first.ended).code).toBe(0)
})

test('without keys it refuses to start outside the sandbox', async () => {
  const { code, said } = await launch({ TIANPING_MODE: 'production' }).ended
  expect(code).toBe(1)
  expect(said).toBe(
    `venue: it does not start:
- VENUE_MERCHANT_KEYS is missing; only TIANPING_MODE=sandbox has a built-in merchant.
- VENUE_PUBLIC_URL must be the https origin that browsers use, such as https://games.example.com.
`,
  )
})

test('a database that is missing is created', async () => {
  const name = `made_${process.pid}`
  const { child, ended, says } = launch({
    VENUE_PORT: '0',
    VENUE_DATABASE_URL: inject('postgresUrl').replace(/\/[^/]*$/, `/${name}`),
  })
  await says('listening')
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('killed in the middle of transfers and started again, every ref counts exactly once', async () => {
  const port = String(await freePort())
  const client = venueClient({
    baseUrl: venueBaseUrl(`http://127.0.0.1:${port}`, 'FG'),
    merchant: SANDBOX_MERCHANT.merchant,
    keys: [SANDBOX_MERCHANT.key],
    timeoutMs: 120_000,
  })
  const moves = Array.from({ length: 300 }, (_, i) => ({
    ref: `kill-${i}`,
    player: 'k1',
    direction: 'IN' as const,
    amount: BigInt(i + 1),
  }))
  let unknown = 0
  for (let life = 0; life < 4; life++) {
    const venue = launch({ VENUE_PORT: port })
    await venue.says('listening')
    expect((await client.putPlayer({ player: 'k1', nickname: 'k', currency: 'CNY' })).kind).toBe(
      'ok',
    )
    let answered = 0
    const asked = moves.map(async move => {
      const { kind } = await client.transfer(move)
      // Dies with some answers out and the others on their way, but in its last life.
      if (++answered === 20 + life * 40 && life < 3) venue.child.kill('SIGKILL')
      return kind
    })
    const kinds = await Promise.all(asked)
    expect(kinds).not.toContain('refused')
    unknown += kinds.filter(kind => kind === 'unknown').length
    if (life === 3) {
      expect(kinds).not.toContain('unknown')
      venue.child.kill('SIGTERM')
    }
    await venue.ended
  }
  client.close()
  expect(unknown).toBeGreaterThan(0)
  const { available } = await theRow(
    database.open(),
    sql<{ available: bigint }>`select available from wallet where player_id = 'k1'`,
  )
  expect(available).toBe(moves.reduce((sum, { amount }) => sum + amount, 0n))
})
