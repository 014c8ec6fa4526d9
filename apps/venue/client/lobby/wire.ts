import type { lobbyView } from '../../server/launch/lobbyView.ts'
import type { Wire } from '../session/wire.ts'

export type LobbyView = Wire<Awaited<ReturnType<typeof lobbyView>>>
export type Listed = LobbyView['games'][number]
