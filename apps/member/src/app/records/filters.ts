/** Date ranges of all record lists (P1-2.15-05): the key is what the server takes. */
export const dateRanges = [
  { key: '1', label: '今天' },
  { key: '2', label: '近7天' },
  { key: '3', label: '近15天' },
  { key: '4', label: '近30天' },
] as const
export type DateRange = (typeof dateRanges)[number]['key']

export type Filter = {
  date: DateRange
  /** A venue's platname; empty for all. */
  platname: string
  /** Days in place of the range, as a statement names them. */
  days?: { from: string; to: string }
}

export const noFilter: Filter = { date: '4', platname: '' }
export const allVenues = '全平台'

export const rangeLabel = ({ date, days }: Pick<Filter, 'date' | 'days'>) =>
  days ? `${days.from} 至 ${days.to}` : dateLabel(date)

const dateLabel = (date: DateRange) => dateRanges.find(range => range.key === date)?.label ?? ''

/** What a record call takes of a filter. */
export const sentOf = ({ date, platname, days }: Filter) => ({
  date: Number(date),
  api_type: platname,
  ...days,
})

/** The filter that a page opens with: the days of its address, if it has any. */
export const filterOf = ({ from, to }: { from: string; to: string }): Filter =>
  from === '' ? noFilter : { ...noFilter, days: { from, to } }

/** What an entry of the history may have kept of a list. */
export function isFilter(kept: unknown): kept is Filter {
  const { date, platname, days } = (kept ?? {}) as Record<string, unknown>
  const { from, to } = (days ?? { from: '', to: '' }) as Record<string, unknown>
  return (
    dateRanges.some(({ key }) => key === date) &&
    [platname, from, to].every(text => typeof text === 'string')
  )
}
