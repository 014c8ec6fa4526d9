import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'

/** Complaints, and what members ask of their data, in place of the room's title. */
export function ComplaintTabs({ current }: { current: 'complaints' | 'requests' }) {
  const { data } = useCounts()
  const { may } = useOperator()
  if (!may('data_request.read')) return '投诉'
  return (
    <LinkTabs
      label="投诉与个人信息"
      current={current}
      tabs={[
        {
          key: 'complaints',
          text: '投诉',
          href: '#/complaints',
          count: data?.complaints_waiting,
        },
        {
          key: 'requests',
          text: '个人信息申请',
          href: '#/complaints/data-requests',
          count: data?.data_requests_waiting,
        },
      ]}
    />
  )
}
