import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { Hours } from './Hours.tsx'
import { listCall } from './provider.ts'
import { ProviderCard } from './ProviderCard.tsx'
import { Rates } from './Rates.tsx'
import { Shares } from './Shares.tsx'
import { useProviderForm } from './useProviderForm.tsx'
import css from './providers.module.css'

/** Payment providers: connected, tested, opened and paused here, without a change of code. */
export default function ProvidersPage() {
  const { may } = useOperator()
  const list = useQuery({
    queryKey: [listCall],
    queryFn: ({ signal }) => call(listCall, {}, signal),
  })
  const form = useProviderForm()
  return (
    <Room
      title="支付通道"
      tools={
        <>
          <span style={{ flex: 1 }} />
          {may('provider.write') && <Button onClick={() => form.start(null)}>新增通道</Button>}
          <Refresh busy={list.isFetching && !list.isPending} onClick={() => void list.refetch()} />
        </>
      }
    >
      {!list.data && <Unloaded query={list} />}
      {list.data?.length === 0 && (
        <p className={css.none}>还没有支付通道。银行卡转账不经通道，其他存款方式需先接入通道。</p>
      )}
      <div className={css.cards}>
        {list.data?.map(provider => (
          <ProviderCard
            key={provider.code}
            provider={provider}
            onEdit={() => form.start(provider)}
          />
        ))}
      </div>
      <Shares providers={list.data ?? []} />
      <Rates />
      <Hours />
      {form.dialog}
    </Room>
  )
}
