// Which pages of other origins may show a game in a frame.
import { row, run, sql, type Db } from '@tianping/database'
import { createHash } from 'node:crypto'

/** Sets of ancestors that a process remembers, at most; an operator has one at a time. */
const MOST_REMEMBERED = 1_000
const FORMAT = /^[\w-]{22}$/

/** The name of a set of origins, or null for none. The same origins have the same name. */
export async function keepFrames(
  db: Db,
  origins: readonly string[],
  at: Date,
): Promise<string | null> {
  if (origins.length === 0) return null
  const ancestors = [...new Set(origins)].toSorted()
  const id = createHash('sha256').update(ancestors.join(' ')).digest('base64url').slice(0, 22)
  await run(
    db,
    sql`insert into frame_set (frame_id, ancestors, created_at) values (${id}, ${ancestors}, ${at})
    on conflict do nothing`,
  )
  return id
}

/** Answers the origins of a set by its name; none for a name that nobody was given. */
export function framesOf(db: Db): (id: string) => Promise<readonly string[]> {
  const known = new Map<string, readonly string[]>()
  return async id => {
    if (!FORMAT.test(id)) return []
    const remembered = known.get(id)
    if (remembered) return remembered
    const found = await row(
      db,
      sql<{ ancestors: string[] }>`select ancestors from frame_set where frame_id = ${id}`,
    )
    if (!found) return []
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(id, found.ancestors)
    return found.ancestors
  }
}
