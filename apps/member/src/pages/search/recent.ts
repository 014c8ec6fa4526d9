/** What was searched for on this device; a log-out takes it away with the rest. */
const key = 'searches'
const most = 8

export function readSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter(each => typeof each === 'string').slice(0, most)
      : []
  } catch {
    return []
  }
}

/** Puts a search first. A full or forbidden storage keeps none. */
export function keepSearch(text: string): string[] {
  const next = [text, ...readSearches().filter(each => each !== text)].slice(0, most)
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    return []
  }
  return next
}

export function dropSearches(): string[] {
  localStorage.removeItem(key)
  return []
}
