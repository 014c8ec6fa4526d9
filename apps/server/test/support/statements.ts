import type { TestSite } from './site.ts'

/**
 * The texts of what the pool of the calls sends to PostgreSQL meanwhile, each with an answer of its
 * own: transactions begin together with their first statement.
 */
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
      sent.push(text)
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
