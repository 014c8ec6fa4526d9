// What one member who reads a long history costs the others: transfers of other members, alone and
// beside readers of one history, in adjacent windows. Alone: npx node bench/readers.ts
import { connect } from '@tianping/database'
import type { Row } from './ledger.ts'
import { fillHistories, openCallSite, type Member } from './support/callSite.ts'
import { load, request } from './support/load.ts'

const BETS = 1_000_000
const PER_PAGE = 20
const READERS = 24
const OTHERS = 16
const WINDOW_MS = 5_000
const ROUNDS = 5
const FILL_MS = 600_000

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

const asked = ({ token }: Member, path: string, body: object) =>
  request({ path, headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) })

const moved = (n: number) =>
  n % 2 === 0
    ? { sourcetype: 'userbalance', targettype: 'FG', amount: '1' }
    : { sourcetype: 'FG', targettype: 'userbalance', amount: '1' }

export async function runReadersBench(): Promise<Row[]> {
  const site = await openCallSite(OTHERS + 1, 0)
  try {
    const [reader, ...others] = site.members as [Member, ...Member[]]
    const db = connect(site.url, { maxConnections: 1, statementTimeoutMs: FILL_MS })
    await fillHistories(db, [reader.memberId], BETS, 0)
    await db.destroy()
    const { port } = await site.start('site.ts')
    const turns = others.map(() => 0)
    const transfers = () =>
      load(port, {
        connections: OTHERS,
        ms: WINDOW_MS,
        next: (_n, who) => asked(others[who]!, '/api/transfer', moved(turns[who]!++)),
      })
    const reads = () =>
      load(port, {
        connections: READERS,
        ms: WINDOW_MS,
        next: n => asked(reader, '/api/betrecord', { page: 1 + ((n * 7919) % (BETS / PER_PAGE)) }),
      })
    await transfers()
    const rounds: Record<'alone' | 'beside' | 'read', number>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await transfers()
      const [beside, read] = await Promise.all([transfers(), reads()])
      rounds.push({
        alone: alone.perSecond,
        beside: beside.perSecond,
        read: read.perSecond,
      })
    }
    return [
      {
        name: `transfers of ${OTHERS} members beside ${READERS} readers of one long history`,
        value: median(rounds.map(({ beside }) => beside)),
        unit: 'calls/s',
        baseline: median(rounds.map(({ alone }) => alone)),
        ratio: median(rounds.map(({ alone, beside }) => beside / alone)),
        goal: 0.9,
      },
      {
        name: 'pages of the history meanwhile',
        value: median(rounds.map(({ read }) => read)),
        unit: 'calls/s',
      },
    ]
  } finally {
    await site.stop()
  }
}

if (import.meta.main) console.table(await runReadersBench())
