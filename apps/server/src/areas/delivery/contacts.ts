import type { Db } from '@tianping/database'
import { maskedEmail, maskedMobile } from '../../kernel/operator/mask.ts'
import type { Outward } from './channels.ts'
import { contactsOf, type Contact } from './store/contact.sql.ts'

export const maskedContact = ({ channel, contact }: Contact): string =>
  channel === 'mail' ? maskedEmail(contact) : maskedMobile(contact)

/** The contacts that a member proved to hold and that the site can reach, mail first. */
export const reachable = async (
  db: Db,
  outward: Outward,
  memberId: bigint,
): Promise<(Contact & { verifiedAt: Date })[]> =>
  outward.channels.length === 0
    ? []
    : (await contactsOf(db, outward.keys, memberId)).flatMap(({ verifiedAt, ...contact }) =>
        verifiedAt !== null && outward.open(contact.channel) ? [{ ...contact, verifiedAt }] : [],
      )
