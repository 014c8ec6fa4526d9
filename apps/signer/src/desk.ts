// Takes tasks, within limits that the signer keeps itself whatever the server says.
import { isAddress, lower } from '@tianping/evm'
import { z } from 'zod'
import type { Book } from './book.ts'
import type { TaskAsked } from './journal.ts'
import { UNLISTED } from './mover.ts'
import type { SignerSettings } from './settings.ts'

export const asked = z.discriminatedUnion('kind', [
  z.object({
    id: z.string().min(1).max(100),
    kind: z.literal('payout'),
    to: z.string().refine(isAddress).transform(lower),
    units: z.string().regex(/^[1-9]\d{0,17}$/),
    /** The server has heard of this task from us before. */
    known: z.boolean().default(false),
  }),
  z.object({
    id: z.string().min(1).max(100),
    kind: z.literal('sweep'),
    place: z.number().int().min(0).max(2_147_483_647),
    known: z.boolean().default(false),
  }),
])

export type Answer = { state: 'waits' | 'sent' | 'done' | 'failed'; hash: string; reason: string }

const waits = (reason: string): Answer => ({ state: 'waits', hash: '', reason })
const failed = (reason: string): Answer => ({ state: 'failed', hash: '', reason })

export function answerOf(book: Book, id: string): Answer {
  const found = book.tasks.get(id)
  if (!found) return waits('')
  const hash = found.sends.at(-1)?.versions.at(-1)?.hash ?? ''
  return found.end ?? { state: 'sent', hash, reason: '' }
}

/** Null when the list cannot be read: nobody is paid until it is mended. */
function isListed({ payees }: SignerSettings, to: string): boolean | null {
  try {
    return payees.allows(to)
  } catch {
    return null
  }
}

/** What keeps a payout from being taken; null for nothing. */
function refusal(
  book: Book,
  task: TaskAsked,
  { settings, hot, now }: { settings: SignerSettings; hot: string; now: number },
): Answer | null {
  if (task.kind === 'sweep') return null
  const units = BigInt(task.units)
  if (task.to === hot || task.to === settings.token) return failed('收款地址是本站自己的地址')
  const listed = isListed(settings, task.to)
  if (listed === null) return waits('签名服务的收款地址名单无法读取，需检查 SIGNER_PAYEES_FILE')
  if (!listed) return failed(UNLISTED)
  if (units > settings.maxUnits) return failed('超过签名服务的单笔上限')
  if (book.paidOn(now) + units > settings.dayUnits) return waits('签名服务今日额度已用完')
  return null
}

/**
 * Takes a task, or answers how the one of its id stands. Null for another task under a known id.
 */
export function take(
  book: Book,
  sent: z.output<typeof asked>,
  at: { settings: SignerSettings; hot: string; now: number },
): Answer | null {
  const { known, ...task } = sent
  const held = book.tasks.get(task.id)
  if (held)
    return JSON.stringify(held.task) === JSON.stringify(task) ? answerOf(book, task.id) : null
  // A journal that lost it may have paid it: a person looks, and nothing is signed.
  if (known) return waits('签名服务的日志里没有这项任务，需人工核对')
  const refused = refusal(book, task, at)
  if (refused) return refused
  book.write({ type: 'task', at: at.now, task })
  return answerOf(book, task.id)
}
