import type { ConsoleGiven } from '@tianping/contract/console'
import { segmentFacts } from '@tianping/contract/segments/facts'
import { counted } from '../../ui/values/counted.ts'

export type Segment = ConsoleGiven<'POST /api/console/segments/all'>[number]
export type Condition = Segment['conditions'][number]
export type Tags = ConsoleGiven<'POST /api/console/tags/all'>

const figure = (value: number, unit: 'count' | 'yuan' | 'id') =>
  unit === 'yuan' ? `¥${counted(value)}` : counted(value)

function bounds({ fact, least, most }: Condition): string {
  const { unit } = segmentFacts[fact]
  if (least !== null && least === most) return `= ${figure(least, unit)}`
  if (least === null) return most === null ? '' : `≤ ${figure(most, unit)}`
  return most === null
    ? `≥ ${figure(least, unit)}`
    : `${figure(least, unit)}～${figure(most, unit)}`
}

/** `近 30 天存款 ≥ ¥100`. */
export function conditionText(condition: Condition, tags: Tags): string {
  const { label, unit, days } = segmentFacts[condition.fact]
  if (unit === 'id') {
    const tag = tags.find(each => each.tag_id === condition.id)
    return `${label} ${condition.fact === 'agent' ? condition.id : (tag?.name ?? '已停用的标签')}`
  }
  return `${days ? `近 ${condition.days} 天` : ''}${label} ${bounds(condition)}`
}
