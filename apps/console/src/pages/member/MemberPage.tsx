import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven, Permission } from '@tianping/contract/console'
import { Button } from 'antd'
import { useState } from 'react'
import { href, useAddress } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Flags } from '../../parts/review/Beside.tsx'
import { MemberFigures } from '../../parts/member/MemberFigures.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Deeds } from './Deeds.tsx'
import { Ledger } from './Ledger.tsx'
import { MemberLimits } from './Limits.tsx'
import {
  MemberCards,
  MemberProfile,
  MemberRequirements,
  MemberSessions,
  MemberVenues,
} from './MemberParts.tsx'
import {
  MemberBets,
  MemberDevices,
  MemberNotes,
  MemberPromotions,
  MemberReferrals,
  MemberTransfers,
} from './Tabs.tsx'
import { UnmaskDialog, type Unmasked } from './UnmaskDialog.tsx'
import css from './member.module.css'

const allTabs = [
  { key: '', text: '概览', permission: 'member.read' },
  { key: 'ledger', text: '账变流水', permission: 'ledger.read' },
  { key: 'bets', text: '注单', permission: 'bet.read' },
  { key: 'transfers', text: '转账', permission: 'venue.read' },
  { key: 'sessions', text: '登录与设备', permission: 'member.read' },
  { key: 'cards', text: '收款账号', permission: 'member.read' },
  { key: 'promotions', text: '优惠', permission: 'member.read' },
  { key: 'referrals', text: '推荐', permission: 'member.read' },
  { key: 'notes', text: '备注', permission: 'member.read' },
  { key: 'limits', text: '限额', permission: 'member.read' },
] as const satisfies { key: string; text: string; permission: Permission }[]

/** Everything about one member on one page, a part behind each tab. */
export default function MemberPage({ id }: { id: number }) {
  const { may } = useOperator()
  const { search } = useAddress()
  const name = 'POST /api/console/members/show'
  const cache = useQueryClient()
  const member = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
  })
  // Held by this page only: leaving it masks everything again.
  const [clear, setClear] = useState<Unmasked | null>(null)
  const [asking, ask] = useState(false)
  const tabs = allTabs
    .filter(each => may(each.permission))
    .map(({ key, text }) => ({ key, text, href: href(`/members/${id}`, key ? { tab: key } : {}) }))
  const tab = tabs.find(each => each.key === new URLSearchParams(search).get('tab'))?.key ?? ''
  const { data } = member
  const refresh = () => {
    void member.refetch()
    void cache.invalidateQueries({ queryKey: ['POST /api/console/members/ledger'] })
  }
  return (
    <Room
      title={
        <span className={css.title}>
          <Button
            type="text"
            aria-label="返回会员列表"
            href="#/members"
            icon={<Icon name="back" />}
          />
          {data?.username ?? '会员'}
        </span>
      }
      tools={
        <>
          <span className={css.push} />
          {data && <Deeds member={data} />}
          {may('member.unmask') && (
            <Button
              icon={<Icon name="eye" size={16} />}
              disabled={!data || clear !== null}
              onClick={() => ask(true)}
            >
              {clear ? '已显示完整资料' : '查看完整资料'}
            </Button>
          )}
          <Refresh busy={member.isFetching && !member.isPending} onClick={refresh} />
        </>
      }
    >
      {!data &&
        (member.error ? (
          <Failure error={member.error} retry={() => void member.refetch()} />
        ) : (
          <Waiting />
        ))}
      {data && <LinkTabs label="会员资料" tabs={tabs} current={tab} />}
      {data && <Shown member={data} tab={tab} clear={clear} />}
      {data && asking && (
        <UnmaskDialog
          id={id}
          username={data.username}
          onShow={setClear}
          onClose={() => ask(false)}
        />
      )}
    </Room>
  )
}

function Shown({
  member,
  tab,
  clear,
}: {
  member: ConsoleGiven<'POST /api/console/members/show'>
  tab: string
  clear: Unmasked | null
}) {
  const { id } = member
  switch (tab) {
    case 'ledger':
      return <Ledger id={id} />
    case 'bets':
      return <MemberBets id={id} />
    case 'transfers':
      return (
        <>
          <MemberVenues member={member} />
          <MemberTransfers id={id} />
        </>
      )
    case 'sessions':
      return (
        <>
          <MemberSessions member={member} />
          <MemberDevices id={id} />
        </>
      )
    case 'cards':
      return <MemberCards member={member} clear={clear} />
    case 'promotions':
      return <MemberPromotions id={id} />
    case 'referrals':
      return <MemberReferrals id={id} username={member.username} />
    case 'notes':
      return <MemberNotes id={id} />
    case 'limits':
      return <MemberLimits id={id} username={member.username} />
    default:
      return (
        <>
          <MemberFigures figures={member.figures} />
          {member.figures.flags.length > 0 && (
            <Card title="风险提示">
              <Flags flags={member.figures.flags} />
            </Card>
          )}
          <div className={css.columns}>
            <MemberProfile member={member} clear={clear} />
            <MemberVenues member={member} />
          </div>
          <MemberRequirements member={member} />
        </>
      )
  }
}
