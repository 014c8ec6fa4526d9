/** When an activity runs, as the member reads it; without bounds it is for good. */
export function spanOf({ start_time, end_time }: { start_time: string; end_time: string }): string {
  if (start_time === '' && end_time === '') return '长期有效'
  if (end_time === '') return `${start_time} 起`
  return start_time === '' ? `至 ${end_time}` : `${start_time} 至 ${end_time}`
}
