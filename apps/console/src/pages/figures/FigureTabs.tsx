import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** The reports, in place of the room's title. */
export const FigureTabs = ({
  current,
}: {
  current: 'figures' | 'retention' | 'liability' | 'files'
}) => (
  <LinkTabs
    label="经营报表"
    current={current}
    tabs={[
      { key: 'figures', text: '经营报表', href: '#/figures' },
      { key: 'retention', text: '留存与漏斗', href: '#/figures/retention' },
      { key: 'liability', text: '负债', href: '#/figures/liability' },
      { key: 'files', text: '定时报表', href: '#/figures/files' },
    ]}
  />
)
