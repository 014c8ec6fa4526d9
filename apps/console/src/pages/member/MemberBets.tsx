import { everyBet } from '@tianping/contract/records/facts'
import { Bets } from '../../parts/member/Bets.tsx'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import { useBets } from '../../parts/member/useBets.ts'
import { betOptions } from '../../parts/states.ts'
import { NarrowVenue } from '../venues/VenuePick.tsx'
import type { MemberTabProps } from './memberTab.ts'

export function MemberBets({ member: { id } }: MemberTabProps) {
  const table = useBets(id)
  return (
    <>
      <div style={{ display: 'flex', gap: 8 }}>
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
      </div>
      <Bets table={table} />
    </>
  )
}
