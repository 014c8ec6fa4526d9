import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { href, useAddress } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/operator.ts'
import { MemberFigures } from '../../parts/MemberFigures.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Ledger } from './Ledger.tsx'
import { MemberCards, MemberProfile, MemberRequirements, MemberSessions, MemberVenues } from './MemberParts.tsx'
import { UnmaskDialog, type Unmasked } from './UnmaskDialog.tsx'
import css from './member.module.css'

/** Everything about one member on one page; the ledger stands behind its tab. */
export default function MemberPage({ id }: { id: number }) {
  const { may } = useOperator()
  const { search } = useAddress()
  const name = 'POST /api/console/members/show'
  const cache = useQueryClient()
  const member = useQuery({ queryKey: [name, id], queryFn: ({ signal }) => call(name, { id }, signal) })
  // Held by this page only: leaving it masks everything again.
  const [clear, setClear] = useState<Unmasked | null>(null)
  const [asking, ask] = useState(false)
  const tabs = [{ key: '', text: '概览', href: href(`/members/${id}`) }, ...(may('ledger.read') ? [{ key: 'ledger', text: '账变流水', href: href(`/members/${id}`, { tab: 'ledger' }) }] : [])]
  const tab = tabs.find(each => each.key === new URLSearchParams(search).get('tab'))?.key ?? ''
  const { data } = member
  const refresh = () => {
    void member.refetch()
    void cache.invalidateQueries({ queryKey: ['POST /api/console/members/ledger'] })
  }
  return (
    <Room
      title={<span className={css.title}><Button type="text" aria-label="返回会员列表" href="#/members" icon={<Icon name="back" />} />{data?.username ?? '会员'}</span>}
      tools={
        <>
          <LinkTabs label="会员资料" tabs={tabs} current={tab} />
          <span className={css.push} />
          {may('member.unmask') && <Button icon={<Icon name="eye" size={16} />} disabled={!data || clear !== null} onClick={() => ask(true)}>{clear ? '已显示完整资料' : '查看完整资料'}</Button>}
          <Refresh busy={member.isFetching && !member.isPending} onClick={refresh} />
        </>
      }
    >
      {!data && (member.error ? <Failure error={member.error} retry={() => void member.refetch()} /> : <Waiting />)}
      {data && <MemberFigures figures={data.figures} />}
      {data && tab === '' && (
        <>
          <div className={css.columns}>
            <MemberProfile member={data} clear={clear} />
            <MemberVenues member={data} />
          </div>
          <MemberRequirements member={data} />
          <div className={css.columns}>
            <MemberCards member={data} clear={clear} />
            <MemberSessions member={data} />
          </div>
        </>
      )}
      {data && tab === 'ledger' && <Ledger id={id} />}
      {data && asking && <UnmaskDialog id={id} username={data.username} onShow={setClear} onClose={() => ask(false)} />}
    </Room>
  )
}
