// Contacts that nobody may write to with offers, for partners: as keyed hashes, so that the file
// shows no contact to whoever does not have it already.
import { createHmac } from 'node:crypto'
import type { Channel } from '@tianping/contract/delivery/facts'
import { need } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { keyFor } from '../../../kernel/keyed.ts'
import { contactKeys, openContact } from '../../../kernel/sealedContact.ts'
import { keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { suppressedRows, type Suppressed } from '../store/suppression.sql.ts'

const PURPOSE = 'suppression'

/** Mail in lower case, mobile numbers with the country's code: `+8613800138000`. */
const normal = (channel: Channel, contact: string) =>
  channel === 'mail' ? contact.trim().toLowerCase() : `+86${contact.replace(/\D/g, '')}`

/** A row of the file, by the key of this site. */
const suppressedRowOf =
  (settings: Parameters<typeof keyFor>[0]) =>
  ({ channel, memberId, contact: stored }: Suppressed) => {
    const contact = openContact(contactKeys(settings), memberId, stored)
    const mac = createHmac('sha256', keyFor(settings, PURPOSE)).update(normal(channel, contact))
    return { channel, contact_hash: mac.digest('hex') }
  }

export const suppressionHandlers = {
  'POST /api/console/suppressions/list': async ({ db, clock, settings, body }) => {
    const paging = pagingOf(body, ownIds)
    const found = await suppressedRows(db, { now: clock.now(), paging })
    return { data: keyedPage(paging, found, found.rows.map(suppressedRowOf(settings))) }
  },
  'POST /api/console/suppressions/key': async context => {
    const { settings, body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    await runAction(context, async () => ({
      answer: null,
      entry: { action: 'suppression.key', subject: 'list:suppressions', note: body.remark },
    }))
    return { data: { key: keyFor(settings, PURPOSE).toString('hex') } }
  },
} satisfies ConsoleHandlers
