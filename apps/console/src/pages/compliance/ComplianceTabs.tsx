import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** The lists of the room in place of its title. */
export const ComplianceTabs = ({ current }: { current: 'due' | 'records' }) => (
  <LinkTabs
    label="合规日程"
    current={current}
    tabs={[
      { key: 'due', text: '合规日程', href: '#/compliance' },
      { key: 'records', text: '登记记录', href: '#/compliance/records' },
    ]}
  />
)
