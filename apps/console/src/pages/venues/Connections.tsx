import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Unloaded } from '../shared/Unloaded.tsx'
import { connectionsCall } from './connection.ts'
import { ConnectionCard } from './ConnectionCard.tsx'
import { useConnectionForm } from './useConnectionForm.tsx'
import css from './venues.module.css'

const pollMs = 15_000

/** How the site reaches its venues: each a row that two persons change. */
export function Connections() {
  const { may } = useOperator()
  const form = useConnectionForm()
  const list = useQuery({
    queryKey: [connectionsCall],
    queryFn: ({ signal }) => call(connectionsCall, {}, signal),
    refetchInterval: pollMs,
  })
  if (!list.data) return <Unloaded query={list} />
  return (
    <>
      <div className={css.connectBar}>
        <span className={css.quiet}>
          地址、商户号、密钥和限额由两人修改；测试通过后才能开放。会员的钱不随测试移动。
        </span>
        {may('venue.write') && (
          <Button type="primary" onClick={() => form.start(null)}>
            新增接入
          </Button>
        )}
      </div>
      {list.data.length === 0 && <p className={css.none}>还没有接入场馆。</p>}
      <div className={css.cards}>
        {list.data.map(connection => (
          <ConnectionCard
            key={connection.code}
            connection={connection}
            onEdit={() => form.start(connection)}
          />
        ))}
      </div>
      {form.dialog}
    </>
  )
}
