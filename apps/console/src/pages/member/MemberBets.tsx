import { Bets } from '../../parts/member/Bets.tsx'
import { useBets } from '../../parts/member/useBets.ts'
import { NarrowBets } from '../bets/NarrowBets.tsx'
import type { MemberTabProps } from './memberTab.ts'

export function MemberBets({ member: { id } }: MemberTabProps) {
  const table = useBets(id)
  return (
    <>
      <div style={{ display: 'flex', gap: 8 }}>
        <NarrowBets table={table} />
      </div>
      <Bets table={table} />
    </>
  )
}
