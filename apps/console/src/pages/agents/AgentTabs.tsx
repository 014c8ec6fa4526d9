import { useCounts } from '../../app/counts.ts'
import { useToday } from '../../app/useToday.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

type Tab = 'agents' | 'statements' | 'plans' | 'tree' | 'channels'

/** The queues and lists of the agents' room, in place of its title. */
export function AgentTabs({ current }: { current: Tab }) {
  const { data } = useToday()
  const { data: counts } = useCounts()
  return (
    <LinkTabs
      label="代理"
      current={current}
      tabs={[
        { key: 'agents', text: '代理申请', href: '#/agents', count: data?.agents_pending },
        {
          key: 'statements',
          text: '佣金账单',
          href: '#/statements',
          count: data?.statements_pending,
        },
        { key: 'plans', text: '佣金方案', href: '#/plans', count: counts?.plans_waiting },
        { key: 'tree', text: '推荐关系', href: '#/tree' },
        { key: 'channels', text: '推广渠道', href: '#/channels' },
      ]}
    />
  )
}
