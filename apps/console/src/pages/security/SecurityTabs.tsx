import { useCounts } from '../../app/counts.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** The lists of the room in place of its title. */
export function SecurityTabs({ current }: { current: 'events' | 'alerts' | 'program' }) {
  const { data } = useCounts()
  return (
    <LinkTabs
      label="安全事件"
      current={current}
      tabs={[
        { key: 'events', text: '安全事件', href: '#/security' },
        { key: 'alerts', text: '警报', href: '#/security/alerts', count: data?.alerts_open },
        { key: 'program', text: '程序自检', href: '#/security/program' },
      ]}
    />
  )
}
