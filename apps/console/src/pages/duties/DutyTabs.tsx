import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** The lists of the room in place of its title. */
export const DutyTabs = ({ current }: { current: 'due' | 'records' | 'backups' }) => (
  <LinkTabs
    label="合规日程"
    current={current}
    tabs={[
      { key: 'due', text: '合规日程', href: '#/duties' },
      { key: 'records', text: '登记记录', href: '#/duties/records' },
      { key: 'backups', text: '备份与恢复', href: '#/duties/backups' },
    ]}
  />
)
