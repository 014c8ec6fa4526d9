import { afterAll, expect, test } from 'vitest'
import { sandboxMerchants, startVenue } from '../server/index.ts'
import { k3 } from '../games/k3/model/k3.ts'
import type { RoundView } from '../server/rounds/roundView.ts'
import type { Table } from '../model/Table.ts'
import { numberAt, timesOf } from '../server/rounds/timetable.ts'
import { roundWatch } from './support/roundWatch.ts'
import { gamePage, handClock, testVenue } from './support/support.ts'
import { atTable, NOON_MS, tableClock } from './support/tableSupport.ts'

const table = k3 as Table
const venue = await testVenue({ clock: handClock(NOON_MS) })
const clock = tableClock(venue.db)
await clock.set(NOON_MS)
venue.venue.rounds.start()
const watch = await roundWatch(venue.databaseUrl)
afterAll(() => watch.close())
let number = numberAt(table, NOON_MS)
await watch.until('k3', number, 'open')

type Event = { id: string; name: string; data: string }
/** A reader of the stream, as the page is one. */
async function reader(page: ReturnType<typeof gamePage>, lastId = '') {
  const line = new AbortController()
  const answer = await fetch(`${venue.url}/api/table/stream`, {
    headers: {
      authorization: `Bearer ${page.token()}`,
      ...(lastId ? { 'last-event-id': lastId } : {}),
    },
    signal: line.signal,
  })
  const blocks = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  const read: Event[] = []
  const next = async (): Promise<Event> => {
    while (read.length === 0) {
      const { value, done } = await blocks.read()
      if (done) throw new Error('the stream ended')
      const parts = (rest + value).split('\n\n')
      rest = parts.pop()!
      for (const part of parts) {
        const fields = Object.fromEntries(
          part.split('\n').map(text => text.split(/: (.*)/s).slice(0, 2)),
        )
        if (fields['event'])
          read.push({ id: fields['id'] ?? '', name: fields['event'], data: fields['data'] })
      }
    }
    return read.shift()!
  }
  /** The next round's state, the clock aside. */
  const round = async () => {
    for (;;) {
      const event = await next()
      if (event.name !== 'clock')
        return {
          ...event,
          ...(event.name === 'round' ? { round: JSON.parse(event.data) as RoundView } : {}),
        }
    }
  }
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    next,
    round,
    shut: () => line.abort(),
  }
}
const play = async (until: 'settled' | 'next') => {
  await clock.set(timesOf(table, number).drawsMs)
  await watch.until('k3', number, 'settled')
  if (until === 'settled') return
  await clock.set(timesOf(table, number).endsMs)
  await watch.until('k3', ++number, 'open')
}

test("a reader hears every state of every round in order, the seed only with the draw, and the tables' clock", async () => {
  const { page } = await atTable(venue, table, { player: 's1' })
  const stream = await reader(page)
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect((await stream.round()).name).toBe('refetch')
  const { closesMs, drawsMs } = timesOf(table, number)
  await clock.set(closesMs)
  // Whoever joins just as the round opens hears that too.
  let closed = await stream.round()
  while (closed.round?.state === 'open') closed = await stream.round()
  expect(closed).toMatchObject({
    id: String(number * 4 + 1),
    round: { number, state: 'closed', seed: null, outcome: null },
  })
  expect(await stream.next()).toMatchObject({ name: 'clock', data: String(closesMs) })
  await clock.set(drawsMs)
  const states: string[] = []
  for (
    let event = await stream.round();
    event.round!.number === number;
    event = await stream.round()
  ) {
    states.push(event.round!.state)
    expect(event.round).toMatchObject({
      seed: expect.stringMatching(/^[0-9a-f]{64}$/),
      outcome: { dice: expect.any(Array) },
    })
  }
  // Drawn and settled may be told as one, as the state is read when it is told; the last is
  // settled.
  expect(['drawn settled', 'settled']).toContain(states.join(' '))
  stream.shut()
  await play('next')
})

test('whoever comes back gets what he missed, and nothing else; whoever was away too long is told to start over', async () => {
  const { page } = await atTable(venue, table, { player: 's2' })
  const first = await reader(page)
  await first.round()
  await clock.set(timesOf(table, number).closesMs)
  const { id } = await first.round()
  first.shut()
  await play('next')
  await play('settled')
  const again = await reader(page, id)
  const missed = []
  for (let event = await again.round(); ; event = await again.round()) {
    missed.push(event)
    if (event.id === String(number * 4 + 3)) break
  }
  const ids = missed.map(event => Number(event.id))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(ids[0]).toBeGreaterThan(Number(id))
  expect(
    missed.filter(event => event.round!.state === 'settled').map(event => event.round!.number),
  ).toEqual([number - 1, number])
  again.shut()
  for (const unknown of ['1', '999999999999', 'x']) {
    const stranger = await reader(page, unknown)
    expect((await stranger.round()).name).toBe('refetch')
    stranger.shut()
  }
  await clock.set(timesOf(table, number).endsMs)
  await watch.until('k3', ++number, 'open')
})

test('another server tells the same with the same ids, so that a reader can go on there', async () => {
  const { page } = await atTable(venue, table, { player: 's3' })
  const stream = await reader(page)
  await stream.round()
  await clock.set(timesOf(table, number).closesMs)
  const { id } = await stream.round()
  stream.shut()
  const other = await startVenue({
    databaseUrl: venue.databaseUrl,
    merchants: sandboxMerchants(),
    clock: venue.clock,
  })
  try {
    await play('settled')
    const answer = await fetch(`${other.url}/api/table/stream`, {
      headers: { authorization: `Bearer ${page.token()}`, 'last-event-id': id },
    })
    const { value } = await answer.body!.pipeThrough(new TextDecoderStream()).getReader().read()
    expect(value).toMatch(/retry: 1000/)
  } finally {
    await other.close()
  }
  await clock.set(timesOf(table, number).endsMs)
  await watch.until('k3', ++number, 'open')
})

test('a stream needs a session at a table, and ends with the server', async () => {
  expect((await fetch(`${venue.url}/api/table/stream`)).status).toBe(401)
  const { page } = await atTable(venue, table, { player: 's4' })
  const stream = await reader(page)
  await stream.round()
  expect(venue.venue.rounds.hub.readers()).toBeGreaterThan(0)
  await page.call('POST', '/api/leave')
  expect((await reader(page)).status).toBe(401)
  stream.shut()
})
