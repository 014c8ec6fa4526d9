import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { deliveryWays } from '@tianping/contract/delivery/facts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { Trial } from './Trial.tsx'
import css from './deliveries.module.css'

const name = 'POST /api/console/deliveries/channels'
type ChannelState = ConsoleGiven<typeof name>[number]

/** The channels, and how they fared within the last day. */
export function Channels() {
  const shown = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  if (!shown.data) return <Unloaded query={shown} />
  return (
    <div className={css.channels}>
      {shown.data.map(each => (
        <ChannelCard key={each.channel} state={each} />
      ))}
    </div>
  )
}

function ChannelCard({ state: { channel, open, sent, waiting, failed } }: { state: ChannelState }) {
  const { permissions } = useOperator()
  const [trying, setTrying] = useState(false)
  return (
    <Card>
      <div className={css.channel}>
        <b>{deliveryWays[channel]}</b>
        <Status tone={open ? 'good' : 'plain'}>{open ? '已配置' : '未配置'}</Status>
        <span className={css.figures}>
          近 24 小时：已发送 {sent}，发送中 {waiting}，失败 {failed}
        </span>
        {open && channel !== 'push' && permissions.includes('delivery.send') && (
          <Button size="small" onClick={() => setTrying(true)}>
            测试
          </Button>
        )}
      </div>
      {trying && channel !== 'push' && <Trial channel={channel} onClose={() => setTrying(false)} />}
    </Card>
  )
}
