import { useQuery } from '@tanstack/react-query'
import { Alert, Select } from 'antd'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Found } from './Found.tsx'

const fresh = { staleTime: 60_000 }

/** Segments in use, for who may read members. */
export function useSegments() {
  const { may } = useOperator()
  const name = 'POST /api/console/segments/all'
  const enabled = may('member.read')
  return useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    enabled,
    ...fresh,
  }).data
}

/** A choice among segments in use; one that is out of use stays what it is until changed. */
export function useAudienceOptions(
  current: number,
  everybody = '所有人（含访客）',
): { value: number; label: string }[] {
  const segments = useSegments() ?? []
  const gone = current !== 0 && !segments.some(each => each.segment_id === current)
  return [
    { value: 0, label: everybody },
    ...segments.map(each => ({ value: each.segment_id, label: each.name })),
    ...(gone ? [{ value: current, label: `人群 ${current}（已停用）` }] : []),
  ]
}

/** A segment by its name, as approvers read it; empty or 0 is everybody. */
export function useSegmentName(): (segment: unknown) => string {
  const segments = useSegments()
  return segment => {
    const id = Number(segment)
    if (!id) return '所有人'
    const found = segments?.find(each => each.segment_id === id)
    return found ? `「${found.name}」` : `人群 ${id}${segments ? '（已停用）' : ''}`
  }
}

/** What a segment is for, and who of it is left out. */
const uses = {
  seen: {
    can: '可看到',
    note: '访客看不到；已排除、暂停、停止优惠的会员也看不到，每次打开时核对。',
  },
  sent: { can: '可收到', note: '已排除、暂停、停止优惠的会员收不到，发送时逐人核对。' },
  joined: { can: '可参加', note: '已排除、暂停、停止优惠的会员不能参加，参加时核对。' },
} as const

/** Who of a segment something would reach now; nothing for everybody. */
export function AudienceSize({
  segment,
  use = 'seen',
}: {
  segment: number
  use?: keyof typeof uses
}) {
  const conditions = useSegments()?.find(each => each.segment_id === segment)?.conditions
  const name = 'POST /api/console/segments/preview'
  const trial = useQuery({
    queryKey: [name, segment],
    queryFn: ({ signal }) => call(name, { conditions: conditions ?? [] }, signal),
    enabled: conditions !== undefined,
    retry: false,
    meta: { inPlace: true },
    ...fresh,
  })
  if (segment === 0) return null
  if (trial.error) return <Alert type="error" showIcon title={trial.error.message} />
  if (!trial.data) return null
  return <Found found={trial.data} {...uses[use]} />
}

type AudienceProps = {
  segment: number
  disabled?: boolean
  onChange: (segment: number) => void
}

/** Who sees something: everybody or a segment. */
export function Audience({ segment, disabled = false, onChange }: AudienceProps) {
  return (
    <Select
      aria-label="给谁看"
      value={segment}
      disabled={disabled}
      options={useAudienceOptions(segment)}
      onChange={onChange}
    />
  )
}
