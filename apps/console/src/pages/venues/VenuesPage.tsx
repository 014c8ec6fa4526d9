import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { useTab } from '../../app/params.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useCounts } from '../../app/counts.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { useMissing } from './AddVenue.tsx'
import { Connections } from './Connections.tsx'
import { GameDays } from './GameDays.tsx'
import { Games } from './Games.tsx'
import { Leftovers } from './Leftovers.tsx'
import { PlaySwitch } from './PlaySwitch.tsx'
import { Returns } from './Returns.tsx'
import { Transfers } from './Transfers.tsx'
import type { Venue } from './venue.ts'
import { Venues } from './Venues.tsx'

const name = 'POST /api/console/venues/list'
const pollMs = 15_000

type Tab = { key: string; text: string; show: (props: { venues: Venue[] }) => ReactNode }
const venuesTab: Tab = { key: '', text: '场馆', show: Venues }
const tabs: Tab[] = [
  venuesTab,
  { key: 'connections', text: '接入', show: Connections },
  { key: 'games', text: '游戏', show: Games },
  { key: 'returns', text: '返还率', show: Returns },
  { key: 'days', text: '每日', show: GameDays },
  { key: 'transfers', text: '转账', show: Transfers },
  { key: 'leftovers', text: '遗留', show: Leftovers },
]

/** The venues, their games and what they return, and transfers whose outcome is not known yet. */
export default function VenuesPage() {
  const { data: counts } = useCounts()
  const waiting = new Map([
    ['transfers', counts?.transfers_unknown],
    ['leftovers', counts?.leftovers_open],
  ])
  const venues = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    refetchInterval: pollMs,
  })
  const { key: current, show: Shown } = useTab(tabs, venuesTab)
  const { may } = useOperator()
  // What stands beside the list comes with it.
  useMissing(current === '' && may('venue.write'))
  return (
    <Room
      title="场馆与游戏"
      tools={
        <>
          <LinkTabs
            label="场馆与游戏"
            current={current}
            tabs={tabs.map(({ key, text }) => ({
              key,
              text,
              href: href('/venues', key ? { tab: key } : {}),
              count: waiting.get(key),
            }))}
          />
          <span style={{ flex: 1 }} />
          <Refresh
            busy={venues.isFetching && !venues.isPending}
            onClick={() => void venues.refetch()}
          />
        </>
      }
    >
      {current === '' && <PlaySwitch />}
      {venues.data ? <Shown venues={venues.data} /> : <Unloaded query={venues} />}
    </Room>
  )
}
