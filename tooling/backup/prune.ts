// What is kept of the backups, and for how long.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { baseBackups, baseDir, removeSealed, sealedIn, walDir, type Shelf } from './folder.ts'

const DAY_MS = 86_400_000
/** However old they are, so many base backups stay. */
const LEAST = 2

export const removeBase = (shelf: Shelf, name: string) =>
  rm(join(baseDir(shelf), name), { recursive: true, force: true })

/** The place in the log that a file's name says, whatever its timeline; null for other files. */
const placeOf = (name: string): string | null =>
  /^[0-9A-F]{24}/.test(name) ? name.slice(8, 24) : null

/**
 * Removes base backups older than so many days, and the log that no backup needs any more. Answers
 * what it removed.
 */
export async function prune(
  shelf: Shelf,
  days: number,
  now: Date,
): Promise<{ backups: string[]; wal: number }> {
  const all = await baseBackups(shelf)
  const before = new Date(now.getTime() - days * DAY_MS).toISOString()
  // A point within the days needs the backup before it, so the newest of the old ones stays.
  const old = all.filter(({ endedAt }) => endedAt < before).slice(0, -1)
  const gone = old.slice(0, Math.max(0, all.length - LEAST))
  for (const { name } of gone) await removeBase(shelf, name)
  const first = all.find(each => !gone.includes(each))
  const needed = first && placeOf(first.startWal)
  const unneeded = needed
    ? (await sealedIn(walDir(shelf))).filter(name => (placeOf(name) ?? needed) < needed)
    : []
  for (const name of unneeded) await removeSealed(join(walDir(shelf), name))
  return { backups: gone.map(({ name }) => name), wal: unneeded.length }
}
