import { Bets } from '../../parts/member/Bets.tsx'
import { NarrowAmounts, NarrowDays } from '../../parts/list/Narrow.tsx'
import { useBets } from '../../parts/member/useBets.ts'
import type { MemberTabProps } from './memberTab.ts'

export function MemberBets({ member: { id } }: MemberTabProps) {
  const table = useBets(id)
  return (
    <>
      <div style={{ display: 'flex', gap: 8 }}>
        <NarrowDays table={table} label="结算" />
        <NarrowAmounts table={table} label="投注额" />
      </div>
      <Bets table={table} />
    </>
  )
}
