import type { ConsoleSent } from '@tianping/contract/console'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useDeferredValue } from 'react'
import { call } from '../../app/api.ts'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { yuan } from '../../ui/values/Money.tsx'
import { previewCall } from './calls.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './journeys.module.css'

type Asked = ConsoleSent<typeof previewCall>
const STALE_MS = 60_000

const costText = (bonus: Asked['bonus'], cost: number) =>
  Number(bonus) > 0 ? `今天约 ${yuan(cost)}` : '没有奖金成本'

/** Who would get it today, with examples, and what that costs; for who may read members. */
export function Reach({ of }: { of: Asked }) {
  const { may } = useOperator()
  const asked = useDeferredValue(JSON.stringify(of))
  const trial = useQuery({
    queryKey: [previewCall, asked],
    queryFn: ({ signal }) => call(previewCall, JSON.parse(asked) as Asked, signal),
    enabled: may('member.read'),
    retry: false,
    staleTime: STALE_MS,
    meta: { inPlace: true },
  })
  if (trial.error) return <Alert type="error" showIcon title={trial.error.message} />
  const { data } = trial
  if (!data) return null
  return (
    <div className={css.reach} role="status">
      <b>
        今天有 {counted(data.happens)} 位会员符合，其中 {counted(data.reached)} 位会收到，
        {costText(of.bonus, data.cost)}
      </b>
      <div className={css.note}>
        按北京时间今天估算；发送时逐一核对，已排除、暂停、停止优惠的会员收不到。
      </div>
      <div className={css.examples}>
        {data.examples.map(each => (
          <a key={each.member_id} href={href(`/members/${each.member_id}`, {})} target="_blank">
            {each.username} · VIP {each.vip} · {each.joined_at.slice(0, 10)} 注册
          </a>
        ))}
      </div>
    </div>
  )
}
