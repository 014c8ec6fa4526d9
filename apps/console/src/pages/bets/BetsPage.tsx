import { everyBet } from '@tianping/contract/records/facts'
import { Bets } from '../../parts/member/Bets.tsx'
import { Room } from '../../ui/Room.tsx'
import { useBets } from '../../parts/member/useBets.ts'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import { Find } from '../../parts/list/Find.tsx'
import { betOptions } from '../../parts/states.ts'
import { NarrowVenue } from '../venues/VenuePick.tsx'

/**
 * Every bet of every venue, newest first; a day is the one it settled on, as the figures count it.
 */
export default function BetsPage() {
  const table = useBets(0)
  return (
    <Room
      title="注单"
      tools={
        <>
          <span style={{ flex: 1 }} />
          <NarrowVenue table={table} />
          <NarrowStates
            options={betOptions}
            every={everyBet}
            state={table.filters.status}
            states={table.filters.states}
            onChange={({ state, states }) => table.set({ status: state, states })}
          />
          <NarrowDays table={table} label="结算" />
          <NarrowAmounts table={table} label="投注额" />
          <Find table={table} width={230} placeholder="注单号、局号、会员名、会员 ID" />
        </>
      }
    >
      <Bets table={table} />
    </Room>
  )
}
