import type { Given } from '@tianping/contract'
import type { Category } from '@tianping/contract/games/facts'

/** What the browser keeps, under the names of both documents. */
export type Stored = {
  token: string
  userInfo: Given<'POST /api/user'>
  appInfo: Given<'POST /api/app'>
  messageNum: number
  bannerList: Given<'POST /api/bannerList'>
} & { [K in `${Category}List`]: Given<'GET /api/game/list'> }

const readJson = (written: string | null): unknown => {
  if (written === null) return undefined
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

/** What was stored under a name; undefined when nothing was, or when it cannot be read. */
export function readStored<K extends Exclude<keyof Stored, 'token'>>(
  key: K,
): Stored[K] | undefined {
  return readJson(localStorage.getItem(key)) as Stored[K] | undefined
}

/** Stores under a name. A full or forbidden storage only costs the next start some time. */
export function writeStored<K extends Exclude<keyof Stored, 'token'>>(key: K, value: Stored[K]) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    localStorage.removeItem(key)
  }
}

/**
 * What the server puts into the page for its first paint: the same names, and what is not stored.
 */
export type Boot = Partial<Omit<Stored, 'token' | 'userInfo'>> & {
  notices?: Given<'POST /api/homenotice'>
  gamePicks?: Given<'GET /api/game/picks'>
  /** Some members see other banners, notices or another popup than visitors. */
  varies?: string[]
  /** Where the server keeps traces. */
  traces?: boolean
}

/** Empty when the server put nothing. */
export const readBoot = (): Boot =>
  (readJson(document.getElementById('boot')?.textContent ?? null) as Boot | undefined) ?? {}
