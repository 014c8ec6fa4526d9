// A first start that dies in the middle of the past it lives: SIGKILL, as soon as so many bets
// stand in the platform's books.
import { connect, sql, theRow } from '@tianping/database'
import { seedWithPast } from '../../../../tooling/past.ts'

const [databaseUrl, venueDatabaseUrl, bets] = process.argv.slice(2) as [string, string, string]
const db = connect(databaseUrl, { maxConnections: 1, patience: 12 })
async function watch() {
  const { count } = await theRow(db, sql<{ count: number }>`select count(*)::int as count from bet`)
  if (count >= Number(bets)) process.kill(process.pid, 'SIGKILL')
  // One look after the other: on a busy machine they would only wait for each other.
  setTimeout(watch, 20)
}
void watch()
await seedWithPast({ databaseUrl, venueDatabaseUrl, publicUrl: 'http://127.0.0.1:1' })
