import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Permission } from '@tianping/contract/console'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { useTab } from '../../app/params.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { Cards } from './Cards.tsx'
import { Complaints } from './Complaints.tsx'
import { History } from './history/History.tsx'
import { Ledger } from './Ledger.tsx'
import { Limits } from './Limits.tsx'
import { Links } from './links/Links.tsx'
import { MemberActions } from './MemberActions.tsx'
import { MemberBets } from './MemberBets.tsx'
import type { Member, MemberTabProps, Unmasked } from './memberTab.ts'
import { Notes } from './Notes.tsx'
import { MemberDeposits, MemberWithdrawals } from './orders/MemberOrders.tsx'
import { Overview } from './Overview.tsx'
import { Promotions } from './Promotions.tsx'
import { Referrals } from './Referrals.tsx'
import { Refusals } from './Refusals.tsx'
import { SessionsAndDevices } from './Sessions.tsx'
import { Tags } from './tags/Tags.tsx'
import { Tickets } from './Tickets.tsx'
import { Transfers } from './Transfers.tsx'
import { UnmaskDialog } from './UnmaskDialog.tsx'
import css from './member.module.css'

type Tab = {
  key: string
  text: string
  permission: Permission
  show: (props: MemberTabProps) => ReactNode
}
const overview: Tab = { key: '', text: '概览', permission: 'member.read', show: Overview }
const allTabs: Tab[] = [
  overview,
  { key: 'timeline', text: '时间线', permission: 'member.read', show: History },
  { key: 'ledger', text: '账变流水', permission: 'ledger.read', show: Ledger },
  { key: 'deposits', text: '存款', permission: 'deposit.read', show: MemberDeposits },
  {
    key: 'withdrawals',
    text: '取款',
    permission: 'withdrawal.read',
    show: MemberWithdrawals,
  },
  { key: 'bets', text: '注单', permission: 'bet.read', show: MemberBets },
  { key: 'transfers', text: '转账', permission: 'venue.read', show: Transfers },
  { key: 'sessions', text: '登录与设备', permission: 'member.read', show: SessionsAndDevices },
  { key: 'links', text: '关系', permission: 'member.read', show: Links },
  { key: 'cards', text: '收款账号', permission: 'member.read', show: Cards },
  { key: 'promotions', text: '优惠', permission: 'member.read', show: Promotions },
  { key: 'referrals', text: '推荐', permission: 'member.read', show: Referrals },
  { key: 'refusals', text: '拒绝记录', permission: 'member.read', show: Refusals },
  { key: 'notes', text: '备注', permission: 'member.read', show: Notes },
  { key: 'limits', text: '限额', permission: 'member.read', show: Limits },
  { key: 'tickets', text: '客服会话', permission: 'ticket.read', show: Tickets },
  { key: 'complaints', text: '投诉', permission: 'complaint.read', show: Complaints },
]

/** Everything about one member on one page, a part behind each tab. */
export default function MemberPage({ id }: { id: number }) {
  const name = 'POST /api/console/members/show'
  const cache = useQueryClient()
  const member = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
  })
  // Held by this page only: leaving it masks everything again.
  const [clear, setClear] = useState<Unmasked | null>(null)
  const refresh = () => {
    void member.refetch()
    void cache.invalidateQueries({ queryKey: ['POST /api/console/members/ledger'] })
  }
  const { data } = member
  return (
    <Room
      title={<Title username={data?.username} />}
      tools={
        <>
          <span className={css.push} />
          {data && <MemberActions member={data} />}
          <Unmask member={data} clear={clear} onShow={setClear} />
          <Refresh busy={member.isFetching && !member.isPending} onClick={refresh} />
        </>
      }
    >
      {data ? <Tabs member={data} clear={clear} /> : <Unloaded query={member} />}
    </Room>
  )
}

function Title({ username = '会员' }: { username: string | undefined }) {
  return (
    <span className={css.title}>
      <Button type="text" aria-label="返回会员列表" href="#/members" icon={<Icon name="back" />} />
      {username}
    </span>
  )
}

type UnmaskProps = {
  member: Member | undefined
  clear: Unmasked | null
  onShow: (clear: Unmasked) => void
}

function Unmask({ member, clear, onShow }: UnmaskProps) {
  const { may } = useOperator()
  const [asking, ask] = useState(false)
  if (!may('member.unmask')) return null
  return (
    <>
      <Button
        icon={<Icon name="eye" size={16} />}
        disabled={!member || clear !== null}
        onClick={() => ask(true)}
      >
        {clear ? '已显示完整资料' : '查看完整资料'}
      </Button>
      {member && asking && (
        <UnmaskDialog
          id={member.id}
          username={member.username}
          onShow={onShow}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

/** The tabs this operator may see, and the chosen one. */
function Tabs({ member, clear }: MemberTabProps) {
  const { may } = useOperator()
  const tabs = allTabs.filter(each => may(each.permission))
  const { key: current, show: Shown } = useTab(tabs, overview)
  return (
    <>
      <Tags member={member} />
      <LinkTabs
        label="会员资料"
        current={current}
        tabs={tabs.map(({ key, text }) => ({
          key,
          text,
          href: href(`/members/${member.id}`, key ? { tab: key } : {}),
        }))}
      />
      <Shown member={member} clear={clear} />
    </>
  )
}
