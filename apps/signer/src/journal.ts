// What the signer has taken and signed, one JSON line each. A line is on the disk before anything
// of it leaves the process, so after a kill the same bytes are sent again and nothing else.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'

export type TaskAsked =
  | { id: string; kind: 'payout'; to: string; units: string }
  | { id: string; kind: 'sweep'; place: number }

/**
 * One transaction under a nonce; every version of it replaces the one before. TRON has no nonces:
 * there a version is signed only when the one before is proved to be dead.
 */
export type Version = {
  hash: string
  raw: string
  maxFee: string
  priority: string
  at: number
  /** TRON: the time in ms after which no block takes it, and the solid block that it refers to. */
  expiry?: { at: number; block: string; hash: string }
}
export type Send = {
  taskId: string
  step: 'pay' | 'fund' | 'sweep'
  /** The hot wallet, or the place of a member's address. */
  from: 'hot' | number
  nonce: number
  to: string
  value: string
  data: string
  gas: string
}

export type Line =
  | { type: 'task'; at: number; task: TaskAsked }
  | { type: 'send'; send: Send; version: Version }
  | { type: 'bump'; taskId: string; step: Send['step']; version: Version }
  | { type: 'end'; taskId: string; state: 'done' | 'failed'; hash: string; reason: string }

export type Journal = { lines: Line[]; write(line: Line): void; close(): void }

/** Opens the journal. A last line without its end was never acted upon, and is cut off. */
export function openJournal(path: string): Journal {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
  const file = openSync(path, 'a', 0o600)
  return {
    lines: whole
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Line),
    write: line => {
      writeSync(file, `${JSON.stringify(line)}\n`)
      fsyncSync(file)
    },
    close: () => closeSync(file),
  }
}
