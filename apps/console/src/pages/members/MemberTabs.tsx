import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** The lists of the members' room in place of its title, for who works at more than one. */
export function MemberTabs({ current }: { current: 'members' | 'payRequests' }) {
  const { data } = useCounts()
  const { may } = useOperator()
  if (!may('member.password')) return '会员'
  return (
    <LinkTabs
      label="会员"
      current={current}
      tabs={[
        { key: 'members', text: '会员', href: '#/members' },
        {
          key: 'payRequests',
          text: '重置申请',
          href: '#/members/pay-requests',
          count: data?.pay_requests_pending,
        },
      ]}
    />
  )
}
