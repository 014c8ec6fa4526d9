import { useAction } from '../../app/calls.ts'
import { back, leaveFor } from '../../app/routes/navigation.ts'
import { texts } from '../../app/texts.ts'
import { toast } from '../../ui/layer/toast.tsx'

/**
 * Asks for the way into a game and goes there. A refusal is said and the way leads back; an ended
 * session stays here below its dialog.
 */
export const useLaunch = () =>
  useAction('POST /api/getGameUrl', {
    quiet: true,
    stale: ['POST /api/user', 'POST /api/balancelist'],
    done: ({ data }) => {
      toast(texts.entering)
      leaveFor(data.url)
    },
    failed: back,
  })
