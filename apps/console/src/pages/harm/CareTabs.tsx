import { useCounts } from '../../app/counts.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** The two pages of the room in place of its title. */
export function CareTabs({ current }: { current: 'cases' | 'effect' }) {
  const { data } = useCounts()
  return (
    <LinkTabs
      label="玩家关怀"
      current={current}
      tabs={[
        { key: 'cases', text: '玩家关怀', href: '#/care', count: data?.harm_pending },
        { key: 'effect', text: '效果', href: '#/care/effect' },
      ]}
    />
  )
}
