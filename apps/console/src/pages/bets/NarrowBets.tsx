import { everyBet } from '@tianping/contract/records/facts'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import type { useBets } from '../../parts/member/useBets.ts'
import { betOptions } from '../../parts/states.ts'
import { NarrowVenue } from '../venues/VenuePick.tsx'

/** What a list of bets is narrowed by, of everybody or of one member. */
export const NarrowBets = ({ table }: { table: ReturnType<typeof useBets> }) => (
  <>
    <NarrowVenue table={table} />
    <NarrowStates
      table={{
        filters: { state: table.filters.status, states: table.filters.states },
        set: ({ state, states }) => table.set({ status: state, states }),
      }}
      options={betOptions}
      every={everyBet}
    />
    <NarrowDays table={table} label="结算" />
    <NarrowAmounts table={table} label="投注额" />
  </>
)
