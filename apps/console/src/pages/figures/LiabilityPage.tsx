import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { reviewState } from '@tianping/contract/facts'
import {
  liabilities,
  memberLiabilities,
  type LiabilityItem,
  type MemberLiability,
} from '@tianping/contract/figures/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Opens } from '../../ui/values/Opens.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { FigureTabs } from './FigureTabs.tsx'
import { MemberParts } from './MemberParts.tsx'
import { PartsDrawer } from './PartsDrawer.tsx'
import { SheetButton } from './SheetButton.tsx'
import { LiabilityDays, LIABILITY_DAYS_CALL } from './liability/LiabilityDays.tsx'
import css from './figures.module.css'

const name = 'POST /api/console/figures/liability'
type Liability = ConsoleGiven<typeof name>

/** What members could ask for at this moment, and what they could at the end of each day. */
export default function LiabilityPage() {
  const queries = useQueryClient()
  const liability = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
  })
  const refresh = () => {
    void liability.refetch()
    void queries.invalidateQueries({ queryKey: [LIABILITY_DAYS_CALL] })
  }
  return (
    <Room
      title={<FigureTabs current="liability" />}
      tools={<Refresh busy={liability.isFetching} onClick={refresh} />}
    >
      {liability.data ? <Owed given={liability.data} /> : <Unloaded query={liability} />}
    </Room>
  )
}

const rooms: Partial<Record<LiabilityItem, string>> = {
  payable: href('/payouts'),
  open_stakes: href('/bets', { status: betStatus.open }),
  bonuses: href('/applications', { state: reviewState.waiting }),
  commissions: href('/statements', { state: reviewState.waiting }),
}
const isOfMembers = (item: LiabilityItem): item is MemberLiability =>
  (memberLiabilities as readonly LiabilityItem[]).includes(item)

type BehindProps = {
  item: LiabilityItem
  amount: number
  onOpen: (item: MemberLiability) => void
}

/** An amount that opens whom it is owed to. */
function Behind({ item, amount, onOpen }: BehindProps) {
  const { may } = useOperator()
  const value = <Money amount={amount} />
  if (isOfMembers(item) && !may('member.read')) return value
  if (isOfMembers(item)) return <Opens onClick={() => onOpen(item)}>{value}</Opens>
  return <a href={rooms[item]}>{value}</a>
}

const partOfOwed = { title: '金额', show: (value: number) => <Money amount={value} /> }

function Owed({ given }: { given: Liability }) {
  const [item, open] = useState<MemberLiability | null>(null)
  return (
    <>
      <Card
        title="此刻的负债"
        extra={<SheetButton name={name} sent={{}} rows={given.items.length} />}
      >
        <div className={css.scroll}>
          <table className={css.plain} aria-label="负债">
            <thead>
              <tr>
                <th>项目</th>
                <th>金额</th>
                <th data-text="">说明</th>
              </tr>
            </thead>
            <tbody>
              {given.items.map(({ key, label, amount, formula }) => (
                <tr key={key}>
                  <td>{label}</td>
                  <td>
                    <Behind item={key} amount={amount} onOpen={open} />
                  </td>
                  <td data-text="" className={css.none}>
                    {formula}
                  </td>
                </tr>
              ))}
              <tr data-sum="">
                <td>合计</td>
                <td>
                  <Money amount={given.total} />
                </td>
                <td />
              </tr>
            </tbody>
          </table>
        </div>
      </Card>
      {item && (
        <PartsDrawer size={560} title={liabilities[item].label} onClose={() => open(null)}>
          <MemberParts
            name="POST /api/console/figures/owed/list"
            sent={{ item }}
            part={partOfOwed}
          />
        </PartsDrawer>
      )}
      <LiabilityDays />
    </>
  )
}
