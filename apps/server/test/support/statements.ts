import type { TestSite } from './site.ts'

/** The texts of what the pool of the calls sends to PostgreSQL meanwhile. */
export async function statementsOf(
  site: TestSite,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { db } = site.services
  if (db.isTransaction) throw new Error('a site has a pool')
  const before = db.watch
  const sent: string[] = []
  db.watch = {
    statement: text => {
      // The beginning of a transaction is a question too, which nobody is told of.
      sent.push(...(text === 'commit' ? ['begin', text] : [text]))
      return () => {}
    },
    waited: () => {},
  }
  try {
    await work()
  } finally {
    db.watch = before
  }
  return sent
}
