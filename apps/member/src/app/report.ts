import { answerFirm, confirm } from '../ui/layer/confirm.tsx'
import { whenSettled } from '../ui/layer/layers.ts'
import { toast } from '../ui/layer/toast.tsx'
import { leftOf, Refused, refusedFor, Unreachable } from './api.ts'
import { currentAddress, replaceWith } from './routes/navigation.ts'
import { addressOf } from './routes/paths.ts'
import { noteReach } from './reach.ts'
import { forgetLeft, keepLeft } from './left.ts'
import { currentMember, currentToken, endSession, sessionConfirmed } from './session.ts'
import { texts } from './texts.ts'

/** How the failures of a call reach the member. */
export type Tone = {
  /** The documents let this call fail without a message. */
  silent?: boolean
  /**
   * Asked again by itself every few seconds: a refusal behind an answer that still shows is not a
   * message each time.
   */
  polled?: boolean
  /** Starts a session, so its 401 is a refusal like any other and ends nothing. */
  opensSession?: boolean
}

/** The token whose end is being shown; empty while no dialog is open. */
let ending = ''
export const sessionEnding = () => ending !== ''

/** Forgets the member, who wants it so, and shows the log-in. */
export function leave() {
  forgetLeft()
  endSession()
  replaceWith('/login')
}

/**
 * Forgets a member whose session ended by itself. The page and what was typed come back when the
 * same member logs in again.
 */
function leaveExpired() {
  keepLeft(currentMember(), currentAddress())
  endSession({ off: false })
  replaceWith('/login')
}

/**
 * Ends a session the server no longer knows: with the dialog for a member who was logged in on this
 * page, quietly for a token left by an earlier visit
 * (docs/decisions/0001-one-dialog-for-an-ended-session.md).
 */
async function endExpired() {
  if (ending !== '') return
  if (!sessionConfirmed()) return leaveExpired()
  ending = currentToken()
  await confirm({ ...texts.expired, no: null, icon: 'lock', danger: true, firm: true })
  const over = ending
  ending = ''
  // Another tab may have logged in again meanwhile.
  if (currentToken() === over) leaveExpired()
}

/** The server said by itself that this session is over. */
export function expire(token: string) {
  if (token === currentToken()) void endExpired()
}

/** Another tab has done what the dialog of an ended session asks for. */
export const endedElsewhere = () => {
  if (ending !== '') answerFirm(false)
}

const changeOncePassword = addressOf('/password', { type: '1', once: '1' })
/** The session that is being led there: the calls of one page are refused together. */
let led = ''

/**
 * A one-time log-in password opens only the page that replaces it. The page that was refused does
 * not stay behind it, since the way back would lead here again.
 */
function leadToPassword({ message, token }: Refused) {
  if (token !== currentToken() || token === led || currentAddress() === changeOncePassword) return
  led = token
  toast(message, 'danger')
  replaceWith(changeOncePassword)
  whenSettled(() => {
    led = ''
  })
}

/** Refusals that the page answers by asking for a second factor. */
const asksFactor = ['login.second_step', 'withdrawal.factor_needed'] as const

/** No answer: the network is gone, or the member waits no longer. */
function reportSilence(error: Unreachable) {
  const left = leftOf(error)
  if (!left) return noteReach(false)
  toast(left.followed ? '结果稍后告诉您，请勿重复提交' : '已停止等待，请刷新后查看结果')
}

/**
 * The one place where failed calls reach the member. A lost network says nothing here: the strip on
 * top does.
 */
export function report(error: Error, { silent, opensSession }: Tone = {}) {
  if (error instanceof Unreachable) return reportSilence(error)
  if (!(error instanceof Refused)) return console.error(error)
  if (refusedFor(error, 'password.must_change')) return leadToPassword(error)
  if (asksFactor.some(reason => refusedFor(error, reason))) return
  if (error.code !== 401 || opensSession) return silent ? undefined : toast(error.message, 'danger')
  // An answer to a session that has ended meanwhile concerns nobody.
  if (error.token === '' || error.token !== currentToken()) return
  void endExpired()
}
