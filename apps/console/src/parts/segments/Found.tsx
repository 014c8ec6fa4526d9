import type { ConsoleGiven } from '@tianping/contract/console'
import { SEGMENT_COUNTED, SEGMENT_RECIPIENTS } from '@tianping/contract/segments/facts'
import { href } from '../../app/address.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './found.module.css'

const upTo = (value: number, most: number) => `${counted(value)}${value >= most ? '+' : ''}`

type FoundProps = {
  found: ConsoleGiven<'POST /api/console/segments/preview'>
  /** What the members are reached for: 可发送, 可看到. */
  can: string
  note: string
}

/** How many meet conditions, how many of them offers may reach, and ten of those. */
export function Found({ found, can, note }: FoundProps) {
  return (
    <div className={css.found} role="status">
      <b>
        现有 {upTo(found.members, SEGMENT_COUNTED)} 位会员符合，其中{' '}
        {upTo(found.reached, SEGMENT_RECIPIENTS)} 位{can}
      </b>
      <div>{note}</div>
      <div className={css.examples}>
        {found.examples.map(each => (
          <a key={each.member_id} href={href(`/members/${each.member_id}`, {})} target="_blank">
            {each.username} · VIP {each.vip} · {each.joined_at.slice(0, 10)} 注册
          </a>
        ))}
      </div>
    </div>
  )
}
