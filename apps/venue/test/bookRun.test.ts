import { theRow, sql } from '@tianping/database'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Book } from '../model/Book.ts'
import { kickOffMs, upcomingAt } from '../server/book/timetable.ts'
import { football, goalMs } from '../games/football/model/football.ts'
import { drawOf } from '../server/book/knownMatch.ts'
import { findMatch } from '../server/book/match.sql.ts'
import type { MatchView } from '../server/book/matchView.ts'
import type { Outcome } from '../games/football/model/outcome.ts'
import { sandboxMerchants, startVenue } from '../server/index.ts'
import { atBook, knownDay } from './support/bookSupport.ts'
import { leaderProcesses } from './support/leaderProcess.ts'
import { testVenue } from './support/support.ts'
import { NOON_MS, tableClock } from './support/tableSupport.ts'

// The database's clock stands and is moved by hand; leaders, streams and settlement run by
// themselves, as in production. Sessions go by the real clock, as it is by that one that leaders in
// processes of their own sweep them.
/** Ends what hangs; a busy machine is no failure. */
const LIMIT_MS = 120_000
const book = football as Book
const venue = await testVenue({ runTables: false, wait: async () => {} })
const clock = tableClock(venue.db)
await clock.set(NOON_MS)
await knownDay(venue, book)
venue.venue.books.start()
const watch = new pg.Client({ connectionString: venue.databaseUrl })
await watch.connect()
await watch.query('listen matches')
const { lead, kill } = leaderProcesses(venue.databaseUrl)
afterAll(() => watch.end())

/**
 * Waits for a match to be as wanted, told by the database and not by looking again and again;
 * several may wait at a time.
 */
async function until(number: number, wanted: 'open' | 'settled') {
  const late = AbortSignal.timeout(LIMIT_MS)
  for (;;) {
    // Listened for before it is looked, so that nothing is missed in between.
    const news = once(watch, 'notification', { signal: late }).then(
      () => true,
      () => false,
    )
    const {
      rows: [row],
    } = await watch.query<{ state: string; settled_at: Date | null }>(
      'select state, settled_at from match where game_code = $1 and number = $2',
      ['football', number],
    )
    if (row && (wanted === 'open' || row.settled_at !== null)) return
    if (!(await news)) return expect.fail(`match ${number} is ${row?.state}, not ${wanted}`)
  }
}

type Told = { id: string; name: string; data: { now: number; matches: MatchView[] } }
/** Reads the stream of a session until it has what it was asked for. */
function reader(url: string, token: string, lastId = '') {
  const stop = new AbortController()
  const told: Told[] = []
  let wake = () => {}
  const done = (async () => {
    const answer = await fetch(`${url}/api/book/stream`, {
      headers: { authorization: `Bearer ${token}`, ...(lastId ? { 'last-event-id': lastId } : {}) },
      signal: stop.signal,
    })
    let rest = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block
            .split('\n')
            .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        if (fields['event'])
          told.push({
            id: fields['id'] ?? '',
            name: fields['event'],
            data: JSON.parse(fields['data'] ?? '{}') as Told['data'],
          })
      }
      wake()
    }
  })().catch(() => {})
  const has = async (wanted: (event: Told) => boolean): Promise<Told> => {
    const late = Date.now() + LIMIT_MS
    for (;;) {
      const found = told.find(wanted)
      if (found) return found
      if (Date.now() > late) return expect.fail('the stream did not say it')
      let timer: NodeJS.Timeout | undefined
      await Promise.race([
        new Promise<void>(go => {
          wake = go
        }),
        new Promise(go => {
          timer = setTimeout(go, 500)
        }),
      ])
      clearTimeout(timer)
    }
  }
  return {
    told,
    has,
    close: async () => {
      stop.abort()
      await done
    },
  }
}
const viewIn = (event: Told, number: number) =>
  event.name === 'matches' ? event.data.matches.find(match => match.number === number) : undefined

test('a match opens, kicks off, is told minute by minute with its goals, ends and is settled, all by itself; a reader who comes back misses nothing', async () => {
  const { page, placed, betOf } = await atBook(venue, book, { player: 's1' })
  const match = upcomingAt(book, NOON_MS).first
  await until(match, 'open')
  const { bet } = await placed(1_000, [{ match, pick: '1x2:h' }])
  const stream = reader(venue.url, page.token())
  await stream.has(event => event.name === 'refetch')
  await clock.set(kickOffMs(book, match))
  await stream.has(event => viewIn(event, match)?.phase === 'live')
  await clock.set(kickOffMs(book, match) + 4_000)
  const first = await stream.has(event => viewIn(event, match)?.detail['minute'] === 1)
  expect(Number(first.id)).toBe(kickOffMs(book, match) + 4_000)
  await stream.close()
  // Meanwhile everything happens. A goal of the first minute was told with that minute, before the
  // reader went away.
  const row = (await findMatch(venue.db, 'football', BigInt(match)))!
  const outcome = (await drawOf(venue.venue, book, row))!.outcome as Outcome
  const goalsMs = outcome.goals.map(goalMs).filter(ms => ms > 4_000)
  for (const ms of [...goalsMs, 300_000].toSorted((a, b) => a - b)) {
    await clock.set(kickOffMs(book, match) + ms)
    const state = reader(venue.url, page.token(), first.id)
    await state.has(event => event.data.now >= kickOffMs(book, match) + ms)
    await state.close()
  }
  const back = reader(venue.url, page.token(), first.id)
  await back.has(event => event.data.now >= kickOffMs(book, match) + 300_000)
  expect(back.told.every(event => event.name === 'matches')).toBe(true)
  for (const ms of goalsMs.filter(each => each < 300_000)) {
    const told = back.told.find(
      event => event.data.now === kickOffMs(book, match) + ms && viewIn(event, match),
    )
    expect(
      viewIn(told!, match)!
        .lines.flatMap(line => line.picks)
        .every(pick => pick.price === null),
    ).toBe(true)
  }
  await clock.set(kickOffMs(book, match) + 360_000)
  await until(match, 'settled')
  const over = await back.has(event => viewIn(event, match)?.settled === true)
  expect(viewIn(over, match)).toMatchObject({
    phase: 'over',
    score: outcome.score,
    lines: [],
    seed: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect((await betOf(bet.bet_id)).status).toBe('SETTLED')
  await back.close()
  // An id that this server never told means starting over.
  const lost = reader(venue.url, page.token(), '12345')
  expect((await lost.has(() => true)).name).toBe('refetch')
  await lost.close()
  const stranger = await fetch(`${venue.url}/api/book/stream`, {
    headers: { authorization: `Bearer ${'x'.repeat(43)}` },
  })
  expect(stranger.status).toBe(401)
})

test('nothing of a match under way gives its end away: not its seed, not its outcome, not its length', async () => {
  const { page, view } = await atBook(venue, book, { player: 's2' })
  const match = upcomingAt(book, await clock.now()).first
  await clock.set(kickOffMs(book, match) + 100_000)
  const row = (await findMatch(venue.db, 'football', BigInt(match)))!
  const { seed } = (await drawOf(venue.venue, book, row))!
  const said = JSON.stringify([
    await view(),
    (await page.call('GET', `/books/football/matches/${match}`)).data,
    (await page.call('GET', '/books/football/matches')).data,
  ])
  expect(said).not.toContain(Buffer.from(seed).toString('hex'))
  expect(said).not.toContain('ends_at')
  expect(said).not.toContain('"outcome":{')
})

test('leaders that are killed are followed by others; everything is settled once, and the money is right', async () => {
  const other = await startVenue({ databaseUrl: venue.databaseUrl, merchants: sandboxMerchants() })
  const { placed, page, betOf } = await atBook(venue, book, { player: 's3', amount: 1_000_000n })
  // Nobody leads but the processes that are killed: both servers here give their leadership up.
  await venue.venue.books.close()
  await other.close()
  let nowMs = await clock.now()
  const bets: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    const match = upcomingAt(book, nowMs).first + 1
    const child = await lead()
    await until(match, 'open')
    bets.push(
      (await placed(1_000, [{ match, pick: '1x2:h' }])).bet.bet_id,
      (await placed(1_000, [{ match, pick: 'ou:10:o' }])).bet.bet_id,
    )
    nowMs = kickOffMs(book, match) + 360_000
    await clock.set(nowMs)
    // Killed at once, or a little into its work.
    if (turn > 0)
      await Promise.race([until(match, 'settled'), new Promise(done => setImmediate(done))])
    await kill(child)
    const next = await lead()
    await until(match, 'settled')
    await kill(next)
  }
  const settled = await Promise.all(bets.map(betOf))
  expect(settled.map(bet => [bet.status, bet.revision])).toEqual(bets.map(() => ['SETTLED', 1]))
  const { balance } = (await page.call('GET', '/api/state')).data
  expect(balance).toBe(1_000_000 + settled.reduce((sum, bet) => sum + bet.net, 0))
  const { versions, distinct } = await theRow(
    venue.db,
    sql<{
      versions: bigint
      distinct: bigint
    }>`select count(*) as versions, count(distinct version) as distinct from bet where player_id = 's3'`,
  )
  expect(distinct).toBe(versions)
})
