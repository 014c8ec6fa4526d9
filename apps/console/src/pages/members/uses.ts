import { segmentUses } from '@tianping/contract/segments/facts'
import type { Segment } from './segmentWords.ts'

type Uses = Segment['uses']

const useText = ({ kind, name }: Uses[number]) =>
  name ? `${segmentUses[kind]}「${name}」` : segmentUses[kind]

export const usesText = (uses: Uses): string => uses.map(useText).join('、')

/** They go on by the rule that was approved. */
const keptKinds: ReadonlySet<string> = new Set(['campaign', 'journey'])

/** What becomes of what is for a segment that goes out of use; empty where nothing is. */
export function lossText(uses: Uses): string {
  const kept = uses.filter(({ kind }) => keptKinds.has(kind))
  const letters = uses.filter(({ kind }) => kind === 'letter')
  const lost = uses.filter(({ kind }) => !keptKinds.has(kind) && kind !== 'letter')
  return [
    lost.length > 0 && `${usesText(lost)}此后不再对任何人显示或开放，须重新选择人群。`,
    lost.some(({ kind }) => kind === 'giveaway') && '已向会员展示过的任务仍可完成和领取。',
    letters.length > 0 && `${usesText(letters)}到时不会发送。`,
    kept.length > 0 && `${usesText(kept)}若已批准，照批准时的条件继续。`,
  ]
    .filter(Boolean)
    .join('')
}
