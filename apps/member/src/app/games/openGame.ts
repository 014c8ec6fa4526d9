import { toast } from '../../ui/layer/toast.tsx'
import { go } from '../routes/navigation.ts'
import { addressOf, type QueryOf } from '../routes/paths.ts'
import { loggedIn } from '../session.ts'
import { texts } from '../texts.ts'
import { inviteTo } from './invite.ts'

/** A game as its page is asked for it, and its picture for visitors. */
export type Way = Partial<QueryOf<'/gamePage'>> & { picture: string }

/** Opens a game; visitors are told to log in, and shown the two ways in (P1-5-01). */
export function openGame({ picture, ...query }: Way) {
  if (loggedIn()) return go('/gamePage', query)
  toast(texts.pleaseLogin, 'danger')
  inviteTo({
    name: query.title || query.name || '',
    venue: query.venue ?? '',
    picture,
    address: addressOf('/gamePage', query),
    platname: query.name ?? '',
    code: query.code ?? '',
  })
}
