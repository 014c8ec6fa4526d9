import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

type Tab = 'members' | 'tags' | 'segments' | 'watch' | 'payRequests' | 'protection' | 'tests'

/** The lists of the members' room in place of its title. */
export function MemberTabs({ current }: { current: Tab }) {
  const { data } = useCounts()
  const { may } = useOperator()
  const resets = {
    key: 'payRequests',
    text: '重置申请',
    href: '#/members/pay-requests',
    count: data?.pay_requests_pending,
  }
  const protection = {
    key: 'protection',
    text: '恢复与解除',
    href: '#/members/protection',
    count: data?.protection_requests_waiting,
  }
  const tests = { key: 'tests', text: '测试账户', href: '#/members/tests' }
  const more = [
    { key: 'tags', text: '标签', href: '#/members/tags' },
    { key: 'segments', text: '人群', href: '#/members/segments' },
    ...(may('member.watch') ? [{ key: 'watch', text: '关注名单', href: '#/members/watch' }] : []),
    ...(may('member.password') ? [resets] : []),
    ...(may('member.limit') ? [protection] : []),
    ...(may('member.test') ? [tests] : []),
  ]
  return (
    <LinkTabs
      label="会员"
      current={current}
      tabs={[{ key: 'members', text: '会员', href: '#/members' }, ...more]}
    />
  )
}
