import type { ConsoleGiven } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { Marks } from '../../parts/member/Marks.tsx'
import { MemberFigures } from '../../parts/member/MemberFigures.tsx'
import { MemberLine } from '../../parts/member/MemberLine.tsx'
import { Part } from '../../parts/review/ReviewPanel.tsx'

type Figures = ConsoleGiven<'POST /api/console/deposits/show'>['member']

/** The member an item is about, with the figures a decision needs. */
export function MemberPart({
  id,
  figures,
  title = '会员',
}: {
  id: number
  figures: Figures
  title?: string
}) {
  return (
    <Part title={title} extra={<a href={href(`/members/${id}`)}>查看会员</a>}>
      <MemberLine figures={figures} />
      <Marks figures={figures} />
      <MemberFigures figures={figures} />
    </Part>
  )
}
