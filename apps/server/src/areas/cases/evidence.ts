import { screeningLists, type ScreeningList } from '@tianping/contract/screening/facts'
import { explained } from '../risk/risk.ts'
import type { Evidence } from './store/alert.sql.ts'

/** An alert in one sentence with its figures. */
export function evidenceText({ source, kind, inputs }: Evidence): string {
  if (source === 'flag') return explained({ kind, inputs } as Parameters<typeof explained>[0])
  const { name, score } = inputs as { name: string | null; score: number }
  return `与“${screeningLists[kind as ScreeningList]}”的条目“${name ?? ''}”相似，得分 ${score}`
}
