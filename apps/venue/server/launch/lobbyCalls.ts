import { z } from 'zod'
import type { PlayerRoutes } from '../http/playerRoutes.ts'
import type { Venue } from '../venue.ts'
import { lobbyView } from './lobbyView.ts'
import { openGame } from './openGame.ts'

const wanted = z.object({
  game_code: z.string().regex(/^[a-z0-9-]{1,40}$/),
  demo: z.boolean().optional(),
  lang: z
    .string()
    .regex(/^[A-Za-z-]{2,16}$/)
    .optional(),
})

/** What a lobby's page calls, and every game's menu to get there. */
export function lobbyCalls(venue: Venue, { route, withSession, read, tokenOf }: PlayerRoutes) {
  route(
    'GET',
    '/api/lobby',
    withSession(session => lobbyView(venue, session)),
  )
  route('POST', '/api/open', async request =>
    openGame(venue, tokenOf(request), read(wanted, request.body)),
  )
}
