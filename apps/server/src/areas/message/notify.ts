import type { MessageAbout } from '@tianping/contract/message/facts'
import type { Db } from '@tianping/database'
import { insertMessages, insertMessage } from './store/message.sql.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain text as HTML that shows exactly it; lines become paragraphs. */
export const htmlOf = (text: string): string =>
  text
    .split('\n')
    .map(line => `<p>${line.replace(/[&<>"]/g, character => entities[character] ?? '')}</p>`)
    .join('')

/**
 * Writes to one member's inbox in the caller's transaction, so that the message comes if, and only
 * if, what it tells of happened. `content` is plain text of one or more lines;
 * `about` says what it is about and which page of the member app belongs to it.
 */
export async function notify(
  tx: Db,
  memberId: bigint,
  title: string,
  content: string,
  at: Date,
  about: MessageAbout = { kind: 'site' },
): Promise<void> {
  await notifyBeside(tx, { memberId, title, content, at, about }, false)
}

/** Writes to the inbox; `mailed`: the caller sends the same to the member's proved contacts. */
export async function notifyBeside(
  tx: Db,
  message: { memberId: bigint; title: string; content: string; at: Date; about: MessageAbout },
  mailed: boolean,
): Promise<void> {
  await insertMessage(tx, { ...message, content: htmlOf(message.content) }, mailed)
  tx.changed(message.memberId.toString())
}

/**
 * A message of its own to each of many members, in one statement: for jobs that decide a whole
 * chunk of members at once.
 */
export async function notifyEach(
  tx: Db,
  messages: {
    memberId: bigint
    title: string
    content: string
    at: Date
    about?: MessageAbout
  }[],
): Promise<void> {
  if (messages.length === 0) return
  await insertMessages(
    tx,
    messages.map(message => ({ ...message, content: htmlOf(message.content) })),
  )
  tx.changed(...messages.map(({ memberId }) => memberId.toString()))
}
