// The payees that the operator allows (SIGNER_PAYEES_FILE). The file is read at every question, so
// a change counts at once; it is parsed again only when its text has changed.
import { readFileSync, statSync } from 'node:fs'

const MOST_BYTES = 1_000_000

export type Payees = {
  /** Throws when the file cannot be read or has a line that is no address. */
  allows(address: string): boolean
}

const everybody: Payees = { allows: () => true }

/** One address per line; what follows # is a remark. Without a file everybody may be paid. */
export function payeesOf(path: string, read: (text: string) => string | null): Payees {
  if (path === '') return everybody
  let text: string | null = null
  let allowed = new Set<string>()
  return {
    allows: address => {
      const now = contentOf(path)
      if (now !== text) {
        allowed = parsed(now, read)
        text = now
      }
      return allowed.has(address)
    },
  }
}

function contentOf(path: string): string {
  const { size } = statSync(path)
  if (size > MOST_BYTES)
    throw new Error(`SIGNER_PAYEES_FILE has ${size} bytes, at most ${MOST_BYTES}`)
  return readFileSync(path, 'utf8')
}

function parsed(text: string, read: (text: string) => string | null): Set<string> {
  const found = new Set<string>()
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.split('#')[0]?.trim() ?? ''
    if (entry === '') continue
    const address = read(entry)
    if (address === null) throw new Error(`SIGNER_PAYEES_FILE: line ${index + 1} is no address`)
    found.add(address)
  }
  return found
}
