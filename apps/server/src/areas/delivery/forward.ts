// Letters of the inbox on their way to browsers and mailboxes: a job looks at each of them once.
import { noticeWords } from '@tianping/contract/delivery/facts'
import type { MessageKind } from '@tianping/contract/message/facts'
import { transaction, type Tx } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { appSetting } from '../../kernel/appSetting.ts'
import type { Services } from '../../kernel/http/services.ts'
import { plainText } from '../../kernel/plainText.ts'
import { pushKeyMark } from '../../kernel/pushKeys.ts'
import { leavingLetters, letGo, type LeavingLetter } from '../message/message.ts'
import { mayBeContacted } from '../protection/protection.ts'
import { reachable } from './contacts.ts'
import { isNotice, wantedOf } from './notices.ts'
import { sendTo, sendToBrowser } from './send.ts'
import { choicesOf, lettersSince, type NoticeChoice } from './store/notice.sql.ts'
import { browsersOf, type Browser } from './store/push.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'outward' | 'settings'>

const AT_ONCE = 100
/** A reminder that has not left within a day is stale. */
const FRESH_MS = DAY_MS
const HOUR_MS = 3_600_000
/** To one member in an hour, by all ways together; beyond, letters stand in the inbox only. */
const MOST_AN_HOUR = 30

const WAY_OUT = '不想再收到？登录后在“我的 → 账户设置 → 通知设置”关闭，立即生效。'

/** What members of a page of letters have and want. */
type Known = {
  choices: NoticeChoice[]
  browsers: Browser[]
  /** Members who may be written to with offers by push. */
  offered: Set<bigint>
  /** How many letters left lately, by member. */
  left: Map<bigint, number>
  title: string
  now: Date
}

/** Sends the next page of letters on; answers how many it looked at. */
export const forwardLetters = (deps: Deps): Promise<number> =>
  transaction(deps.db, async tx => {
    const letters = await leavingLetters(tx, AT_ONCE)
    if (letters.length === 0) return 0
    const known = await knownOf(deps, tx, letters)
    for (const letter of letters)
      if (isFresh(letter, known.now)) await forward(deps, tx, letter, known)
    await letGo(tx, letters)
    return letters.length
  })

const isFresh = ({ read, createdAt }: LeavingLetter, now: Date) =>
  !read && now.getTime() - createdAt.getTime() < FRESH_MS

async function knownOf(
  { clock, outward, settings }: Deps,
  tx: Tx,
  letters: LeavingLetter[],
): Promise<Known> {
  const now = clock.now()
  const membersOf = (all: LeavingLetter[]) => [...new Set(all.map(each => each.memberId))]
  const memberIds = membersOf(letters)
  const offers = membersOf(letters.filter(({ kind }) => kind === 'offer'))
  const asked = { memberIds: offers, product: '', channel: 'push', now } as const
  const siteKey = outward.open('push') ? pushKeyMark(settings.push?.publicKey ?? '') : ''
  return {
    choices: await choicesOf(tx, memberIds),
    browsers: siteKey === '' ? [] : await browsersOf(tx, memberIds, siteKey),
    offered: new Set(offers.length > 0 ? await mayBeContacted(tx, asked) : []),
    left: await lettersSince(tx, memberIds, new Date(now.getTime() - HOUR_MS)),
    title: (await appSetting({ db: tx, settings })).title,
    now,
  }
}

async function forward(deps: Deps, tx: Tx, letter: LeavingLetter, known: Known): Promise<void> {
  const { memberId } = letter
  const targets = [
    ...(isPushed(letter, known) ? browsersFor(tx, letter, known) : []),
    ...(await mailboxesFor(deps, tx, letter, known)),
  ]
  for (const send of targets) {
    const left = known.left.get(memberId) ?? 0
    if (left >= MOST_AN_HOUR) return
    await send()
    known.left.set(memberId, left + 1)
  }
}

type Send = () => Promise<void>

const isPushed = ({ memberId, kind }: LeavingLetter, { choices, offered }: Known): boolean => {
  if (kind === 'offer') return offered.has(memberId)
  return isNotice(kind) && wantedOf(choices, { memberId, kind, way: 'push' })
}

/** What all letters have in common once they leave. */
const outside = ({ memberId, messageId, kind }: LeavingLetter, now: Date) => ({
  memberId,
  kind: 'letter' as const,
  at: now,
  expiresAt: new Date(now.getTime() + FRESH_MS),
  letter: { messageId: messageId.toString(), about: kind },
})

const wordsOf = (kind: MessageKind): string =>
  kind === 'site' ? noticeWords.offer : noticeWords[kind]

/** General words and the page that a tap opens; the letter itself stays in the inbox. */
function browsersFor(tx: Tx, letter: LeavingLetter, { browsers, title, now }: Known): Send[] {
  const { memberId, messageId, kind, link } = letter
  const text = JSON.stringify({
    title,
    body: wordsOf(kind),
    link: link ?? '/message?type=2',
    tag: `letter-${messageId}`,
  })
  return browsers
    .filter(each => each.memberId === memberId)
    .map(each => () => sendToBrowser(tx, each, { ...outside(letter, now), subject: title, text }))
}

/** The letter as the inbox shows it, under general words; offers are mailed by their senders. */
async function mailboxesFor(
  { outward }: Deps,
  tx: Tx,
  letter: LeavingLetter,
  { choices, now }: Known,
): Promise<Send[]> {
  const { memberId, kind, mailed, title, content } = letter
  if (mailed || !isNotice(kind) || !wantedOf(choices, { memberId, kind, way: 'mail' })) return []
  const text = `${title}\n${plainText(content)}\n\n${WAY_OUT}`
  const sending = { ...outside(letter, now), subject: wordsOf(kind), text }
  return (await reachable(tx, outward, memberId))
    .filter(({ channel }) => channel === 'mail')
    .map(contact => () => sendTo(tx, outward, contact, sending))
}
