import type { ConsoleGiven } from '@tianping/contract/console'
import { Status } from '../../ui/values/Status.tsx'
import { accountStates } from '../states.ts'
import css from '../review/review.module.css'

type Figures = ConsoleGiven<'POST /api/console/deposits/show'>['member']

/** Who a member is, on one line. */
export function MemberLine({ figures: f }: { figures: Figures }) {
  return (
    <div className={css.member}>
      <b>{f.username}</b>
      <bdi>{f.realname || '未填姓名'}</bdi>
      <span>VIP{f.vip}</span>
      <Status tone={accountStates[f.state].tone}>{accountStates[f.state].text}</Status>
      <span>注册于 {f.joined_at.slice(0, 10)}</span>
    </div>
  )
}
