import type { Handlers } from '../../kernel/http/services.ts'
import { cardShown, closeCard } from './store/harm.sql.ts'

/** After so long a card says nothing of today. */
const CARD_MS = 30 * 86_400_000

export const harmHandlers = {
  'POST /api/care/card': async ({ db, clock, member }) => {
    const since = new Date(clock.now().getTime() - CARD_MS)
    return { data: { shown: await cardShown(db, member.memberId, since) } }
  },
  'POST /api/care/card/close': async ({ db, clock, member }) => {
    await closeCard(db, member.memberId, clock.now())
    return { data: null }
  },
} satisfies Handlers
