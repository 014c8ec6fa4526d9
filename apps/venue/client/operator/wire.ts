import type { overview } from '../../server/operator/overview.ts'
import type {
  ActionRow,
  ListedBet,
  MatchTotals,
  RoundTotals,
} from '../../server/operator/operator.sql.ts'
import type { SignInRow } from '../../server/operator/account.sql.ts'
import type { WireNames } from '../../server/operator/wireNames.ts'
import type { Fault } from '../../server/faults/Faults.ts'
import type { Wire } from '../session/wire.ts'

export type Overview = Wire<Awaited<ReturnType<typeof overview>>>
export type Action = Wire<WireNames<ActionRow>>
export type SignIn = Wire<WireNames<SignInRow>>
export type Bet = Wire<WireNames<ListedBet>>
export type Match = Omit<Wire<WireNames<MatchTotals>>, 'ends_at'> & { ends_at: string | null }
export type Round = Wire<WireNames<RoundTotals>>
export type { Fault }
export type Page<T> = { items: T[]; has_more: boolean }
