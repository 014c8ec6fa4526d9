import { confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.tsx'
import { Refused, Unreachable } from './api.ts'
import { replaceWith } from './navigation.ts'
import { noteReach } from './reach.ts'
import { currentToken, endSession } from './session.ts'
import { texts } from './texts.ts'

/** What a call says of its own failures. */
export type Tone = {
  /** The documents let this call fail without a word. */
  silent?: boolean
  /** A 401 of this call ends the session at once, without the dialog (the balance call). */
  endsSession?: boolean
}

let asking = false

/** Forgets the member and shows the log-in. */
export function leave() {
  endSession()
  replaceWith('/login')
}

async function sayExpired() {
  if (asking) return
  asking = true
  try {
    await confirm({ ...texts.expired, no: null, icon: 'lock', danger: true })
    leave()
  } finally {
    asking = false
  }
}

/** The one place where failed calls reach the member. A dead network says nothing here: the strip on top does. */
export function report(error: Error, { silent, endsSession }: Tone = {}) {
  if (error instanceof Unreachable) return noteReach(false)
  if (!(error instanceof Refused)) return console.error(error)
  if (error.code !== 401) return silent ? undefined : toast(error.message, 'danger')
  // An answer to a session that has ended meanwhile concerns nobody.
  if (error.token === '' || error.token !== currentToken()) return
  if (endsSession) leave()
  else void sayExpired()
}
