import type { lobbyView } from '../../src/launch/lobbyView.ts'
import type { Wire } from '../app/wire.ts'

export type LobbyView = Wire<Awaited<ReturnType<typeof lobbyView>>>
export type Listed = LobbyView['games'][number]
