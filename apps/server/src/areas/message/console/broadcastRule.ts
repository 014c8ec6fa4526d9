import type { Db } from '@tianping/database'
import { newestProposal } from '../../../kernel/operator/proposal.sql.ts'
import type { Kept } from '../../../kernel/operator/settingForm.ts'
import { notesOfKey } from '../../../kernel/operator/settingForm.sql.ts'
import { messageSchema, send } from '../letter.ts'
import { planLetter } from '../plan.ts'

/** Keys of messages that wait for a second person: `message:` and a number. */
export const BROADCAST = 'message:'

/** A message to many, as what takes two persons. Undefined for any other key. */
export async function broadcastRule(
  db: Db,
  key: string,
): Promise<(Kept & { group: 'site' }) | undefined> {
  const found = key.startsWith(BROADCAST) ? await newestProposal(db, key) : undefined
  if (!found) return undefined
  return {
    key,
    label: `群发：${messageSchema.parse(found.value).heading}`,
    group: 'site',
    schema: messageSchema,
    read: async on => ({ version: (await notesOfKey(on, key)).length, value: null }),
    versions: async () => [],
    write: async (tx, value, { name, proposedBy, at }) => {
      const letter = messageSchema.parse(value)
      if (letter.send_at === '')
        await send(tx, letter, { sentBy: proposedBy, approvedBy: name, at })
      else await planLetter(tx, letter, { writtenBy: proposedBy, approvedBy: name, at })
    },
  }
}
