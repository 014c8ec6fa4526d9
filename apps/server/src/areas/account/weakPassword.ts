import { say } from '@tianping/contract/refusals'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Settings } from '../../kernel/environment.ts'
import { Refusal } from '../../kernel/http/refusal.ts'

/** Of the list, which is ordered by how often each was found in leaks. */
const COMMONEST = 3_000
const commonest = new Set(dictionary['passwords-common'].slice(0, COMMONEST))
/** What a sandbox prints for its visitors. */
const DEMO = new Set(['demo888', '888888'])

/** One of the commonest, one character again and again, or one with the member's name in it. */
export function isWeak(password: string, name: string): boolean {
  const typed = password.toLowerCase()
  return (
    commonest.has(typed) ||
    new Set(typed).size === 1 ||
    (name !== '' && typed.includes(name.toLowerCase()))
  )
}

/**
 * Refuses a new password that is guessed first; asked after the documents' own rules
 * (docs/decisions/0025-passwords-resist-guessing.md).
 */
export function refuseWeak(
  { mode }: Pick<Settings, 'mode'>,
  name: string,
  password: string,
  field: string,
): void {
  if (mode === 'sandbox' && DEMO.has(password)) return
  if (isWeak(password, name)) throw new Refusal(say('password.too_simple'), { field })
}
