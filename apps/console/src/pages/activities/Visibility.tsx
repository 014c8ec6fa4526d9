import { Status } from '../../ui/values/Status.tsx'

/** Whether members see an activity or one of its types. */
export const Visibility = ({ enabled }: { enabled: boolean }) => (
  <Status tone={enabled ? 'good' : 'plain'}>{enabled ? '显示' : '隐藏'}</Status>
)
