import type { ActivityUse } from '@tianping/contract/activity/facts'
/** When an activity runs, as the member reads it; without bounds it is for good. */
export function spanOf({ start_time, end_time }: { start_time: string; end_time: string }): string {
  if (start_time === '' && end_time === '') return '长期有效'
  if (end_time === '') return `${start_time} 起`
  return start_time === '' ? `至 ${end_time}` : `${start_time} 至 ${end_time}`
}

/**
 * Whether an activity can be applied for, and when it begins anew, to the minute. Without the
 * fields, which the documents do not list, nothing stands against it.
 */
export const standingOf = ({
  use = 'open',
  again_at = '',
}: {
  use?: ActivityUse
  again_at?: string
}) => ({ use, again: again_at === '' ? '' : `${again_at.slice(5, 16)} 重新开放` })
