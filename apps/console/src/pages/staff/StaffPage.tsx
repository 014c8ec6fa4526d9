import type { ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { useTab } from '../../app/params.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Room } from '../../ui/Room.tsx'
import { Addresses } from './Addresses.tsx'
import { Exports } from './Exports.tsx'
import { Operators } from './Operators.tsx'
import { Requests } from './Requests.tsx'
import { Roles } from './Roles.tsx'

const operators = { key: '', text: '操作员', show: Operators }

/** Who works here, what they may, and how they come in. */
export default function StaffPage() {
  const { may } = useOperator()
  const { data } = useCounts()
  const tabs: Tab[] = [
    operators,
    { key: 'roles', text: '角色与权限', show: Roles },
    { key: 'requests', text: '待批准', show: Requests, count: data?.staff_open },
    { key: 'addresses', text: '地址名单', show: Addresses },
    ...(may('export.run') ? [{ key: 'exports', text: '导出记录', show: Exports }] : []),
  ]
  const { key: current, show: Shown } = useTab(tabs, operators)
  return (
    <Room
      title="员工"
      tools={
        <LinkTabs
          label="员工管理"
          current={current}
          tabs={tabs.map(({ key, text, count }) => ({
            key,
            text,
            href: href('/staff', key ? { tab: key } : {}),
            count,
          }))}
        />
      }
    >
      <Shown />
    </Room>
  )
}

type Tab = { key: string; text: string; show: () => ReactNode; count?: number | undefined }
