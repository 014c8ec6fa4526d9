import { Bets } from '../../parts/member/Bets.tsx'
import { DayPick } from '../../parts/list/DayPick.tsx'
import { useBets } from '../../parts/member/useBets.ts'
import type { MemberTabProps } from './memberTab.ts'

export function MemberBets({ member: { id } }: MemberTabProps) {
  const table = useBets(id)
  return (
    <>
      <div>
        <DayPick value={table.filters.day} label="结算" onChange={day => table.set({ day })} />
      </div>
      <Bets table={table} />
    </>
  )
}
