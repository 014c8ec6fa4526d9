// Bets whose result the player has not seen yet, by their client ids. They outlive a reload and a
// closed page, so that what ended meanwhile is told when the player is back in the game.
import { gameCodeOf, storedSession } from './session.ts'

const KEPT = 40
const KEPT_MS = 24 * 3_600_000
/** A bet that is not known yet may still be on its way for so long. */
const ON_ITS_WAY_MS = 60_000

type Awaited = { id: string; atMs: number }

/** What this page awaits where the browser stores nothing. */
let held: Awaited[] = []
/** Not the player's, or never taken: not asked about again. */
const unknown = new Set<string>()

const code = () => gameCodeOf(location.pathname)
const key = () => `awaited:${code()}`

function read(): Awaited[] {
  try {
    const stored = localStorage.getItem(key())
    return stored === null ? held : (JSON.parse(stored) as Awaited[])
  } catch {
    return held
  }
}

function write(all: readonly Awaited[]) {
  held = all.filter(({ atMs }) => atMs > Date.now() - KEPT_MS).slice(-KEPT)
  try {
    localStorage.setItem(key(), JSON.stringify(held))
  } catch {
    /* It lasts for this page then. */
  }
}

/** From now on the result of this bet is to be told. */
export function awaitResult(id: string) {
  write([...read(), { id, atMs: Date.now() }])
}

/** The player has seen what became of these bets. */
export function resultSeen(ids: readonly string[]) {
  const known = read()
  const left = known.filter(({ id }) => !ids.includes(id))
  if (left.length < known.length) write(left)
}

/** This bet was refused, so nothing comes of it; the end of a session says nothing of its bets. */
export function refused(id: string) {
  if (storedSession(code())) resultSeen([id])
}

/**
 * The server knows no such bets of this player. Answers whether one of them may still come; the
 * others are those of somebody else on this device.
 */
export function notFound(ids: readonly string[]): boolean {
  const soon = read().filter(
    ({ id, atMs }) => ids.includes(id) && atMs > Date.now() - ON_ITS_WAY_MS,
  )
  for (const id of ids) if (!soon.some(each => each.id === id)) unknown.add(id)
  return soon.length > 0
}

export const awaitedIds = (): string[] =>
  read()
    .map(({ id }) => id)
    .filter(id => !unknown.has(id))
