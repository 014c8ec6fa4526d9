import { Find } from '../../parts/list/Find.tsx'
import { Bets } from '../../parts/member/Bets.tsx'
import { useBets } from '../../parts/member/useBets.ts'
import { Room } from '../../ui/Room.tsx'
import { NarrowBets } from './NarrowBets.tsx'

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
          <NarrowBets table={table} />
          <Find table={table} width={230} placeholder="注单号、局号、会员名、会员 ID" />
        </>
      }
    >
      <Bets table={table} />
    </Room>
  )
}
