import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import { connectionStates, type ConnectionState } from '@tianping/contract/venues/facts'
import type { Tone } from '../../ui/values/Status.tsx'

export const connectionsCall = 'POST /api/console/venues/connections'
export type Connection = ConsoleGiven<typeof connectionsCall>[number]

/** What shows something else once a connection was changed. */
export const stale: ConsoleCallName[] = [
  connectionsCall,
  'POST /api/console/venues/list',
  'POST /api/console/venues/missing',
  'POST /api/console/rules/list',
  'POST /api/console/counts',
]

const tones: Record<ConnectionState, Tone> = { draft: 'plain', failed: 'bad', tested: 'good' }
export const stateOf = ({ state }: Connection) => ({
  tone: tones[state],
  text: connectionStates[state],
})

export const weekdays = ['每天', '周一', '周二', '周三', '周四', '周五', '周六', '周日']
