import { useQuery } from '@tanstack/react-query'
import { href, useAddress } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useToday } from '../../app/useToday.ts'
import { Failure } from '../../ui/Failure.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Games } from './Games.tsx'
import { Transfers } from './Transfers.tsx'
import { Venues } from './Venues.tsx'

const pollMs = 15_000

/** The venues, their games, and the transfers whose outcome a venue has not told yet. */
export default function VenuesPage() {
  const name = 'POST /api/console/venues/list'
  const { search } = useAddress()
  const { data } = useToday()
  const venues = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    refetchInterval: pollMs,
  })
  const tabs = [
    { key: '', text: '场馆', href: href('/venues') },
    { key: 'games', text: '游戏', href: href('/venues', { tab: 'games' }) },
    {
      key: 'transfers',
      text: '转账',
      href: href('/venues', { tab: 'transfers' }),
      count: data?.transfers_unknown,
    },
  ]
  const tab = tabs.find(each => each.key === new URLSearchParams(search).get('tab'))?.key ?? ''
  return (
    <Room
      title="场馆与游戏"
      tools={
        <>
          <LinkTabs label="场馆与游戏" current={tab} tabs={tabs} />
          <span style={{ flex: 1 }} />
          <Refresh
            busy={venues.isFetching && !venues.isPending}
            onClick={() => void venues.refetch()}
          />
        </>
      }
    >
      {!venues.data &&
        (venues.error ? (
          <Failure error={venues.error} retry={() => void venues.refetch()} />
        ) : (
          <Waiting />
        ))}
      {venues.data && tab === '' && <Venues venues={venues.data} />}
      {venues.data && tab === 'games' && <Games venues={venues.data} />}
      {venues.data && tab === 'transfers' && <Transfers venues={venues.data} />}
    </Room>
  )
}
