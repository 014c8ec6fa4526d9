import type { ConsoleCallName } from '@tianping/contract/console'
import type { SecurityKind } from '@tianping/contract/security/facts'

/** Calls of the back office that are a security event when they succeed. */
const watched: { [N in ConsoleCallName]?: SecurityKind } = {
  'POST /api/console/unmask': 'unmasked',
  'POST /api/console/members/unmask': 'unmasked',
  'POST /api/console/members/password': 'password_reset',
  'POST /api/console/members/pay-requests/approve': 'password_reset',
  'POST /api/console/staff/password': 'password_reset',
}
export const watchedCalls: Readonly<Record<string, SecurityKind | undefined>> = watched
