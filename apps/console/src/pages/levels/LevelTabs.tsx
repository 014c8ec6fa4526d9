import { useCounts } from '../../app/counts.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** The two lists of the room in place of its title. */
export function LevelTabs({ current }: { current: 'waiting' | 'releases' }) {
  const { data } = useCounts()
  return (
    <LinkTabs
      label="等级放行"
      current={current}
      tabs={[
        { key: 'waiting', text: '等级放行', href: '#/levels', count: data?.releases_waiting },
        { key: 'releases', text: '放行记录', href: '#/levels/releases' },
      ]}
    />
  )
}
