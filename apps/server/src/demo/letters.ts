import type { Db } from '@tianping/database'
import { seedLetters } from '../areas/message/message.ts'
import { seedSegment } from '../areas/segments/segments.ts'

/** A segment with a letter that is planned for it, and a draft. */
export async function seedPlannedLetters(owner: Db, now: Date): Promise<void> {
  const segment = await seedSegment(owner, { by: 'marketing', now })
  await seedLetters(owner, { segment, writtenBy: 'marketing', approvedBy: 'admin', now })
}
