// What a session that ended by itself left behind: kept in memory for the same member's next
// log-in, since both storages are cleared (P2-4-32).
type Left = { member: number; address: string; drafts: [name: string, text: string][] }

const draftName = /^draft:/
let left: Left | null = null

/** Keeps the page and what was typed, before the storages are cleared. */
export function keepLeft(member: number, address: string) {
  if (member === 0) return
  const names = Array.from({ length: sessionStorage.length }, (_, n) => sessionStorage.key(n) ?? '')
  const drafts = names
    .filter(name => draftName.test(name))
    .map((name): [string, string] => [name, sessionStorage.getItem(name) ?? ''])
  left = { member, address, drafts }
}

export const hasLeft = () => left !== null
export const forgetLeft = () => {
  left = null
}

/**
 * Gives back what a member left, and answers the page; undefined for another member, for whom
 * nothing of it stays.
 */
export function takeLeft(member: number): string | undefined {
  const mine = left?.member === member ? left : null
  left = null
  for (const [name, text] of mine?.drafts ?? []) sessionStorage.setItem(name, text)
  return mine?.address
}
