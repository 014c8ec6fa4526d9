import { useCounts } from '../../app/counts.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** The two sides of the room in place of its title. */
export function ScreeningTabs({ current }: { current: 'hits' | 'lists' | 'runs' }) {
  const { data } = useCounts()
  return (
    <LinkTabs
      label="名单筛查"
      current={current}
      tabs={[
        { key: 'hits', text: '名单匹配', href: '#/screening', count: data?.hits_open },
        { key: 'lists', text: '名单', href: '#/screening/lists' },
        { key: 'runs', text: '筛查记录', href: '#/screening/runs' },
      ]}
    />
  )
}
