import { Refused } from '../../app/api.ts'
import { useAction } from '../../app/calls.ts'
import { back, leaveFor } from '../../app/routes/navigation.ts'
import { noteGame } from '../../app/wallet/openGame.ts'
import { texts } from '../../app/texts.ts'
import { toast } from '../../ui/layer/toast.tsx'

const isUnread = (error: Error) =>
  error instanceof Refused && error.reason === 'protection.funds_unread'

/**
 * Asks for the way into a game and goes there. A refusal is said and the way leads back; an ended
 * session stays here below its dialog, and `unread` shows what is to be read first.
 */
export const useLaunch = (unread: () => void) =>
  useAction('POST /api/getGameUrl', {
    quiet: true,
    stale: ['POST /api/user', 'POST /api/balancelist', 'POST /api/money/where'],
    done: ({ data }) => {
      if (data.ticket) noteGame(data.ticket)
      toast(texts.entering)
      leaveFor(data.url)
    },
    failed: error => (isUnread(error) ? unread() : back()),
  })
