import type { ConsoleRowOf } from '@tianping/contract/console'
import { journeyEnds, journeyState, type JourneyEnd } from '@tianping/contract/journeys/facts'
import { journeyStates, statusIn } from '../../parts/states.ts'
import { Status } from '../../ui/values/Status.tsx'
import type { listCall } from './calls.ts'

type Row = Pick<ConsoleRowOf<typeof listCall>, 'state' | 'ended_why' | 'paused_by' | 'ended_by'>

/** What a journey does now, in words. */
function wordsOf({ state, ended_why, paused_by, ended_by }: Row): string {
  if (state === journeyState.paused) return `（${paused_by || '系统'}）`
  if (state !== journeyState.ended || ended_why === '') return ''
  return `（${journeyEnds[ended_why as JourneyEnd]}${ended_by ? `：${ended_by}` : ''}）`
}

export function Standing({ of }: { of: Row }) {
  const { tone, text } = statusIn(journeyStates, of.state)
  return <Status tone={tone}>{`${text}${wordsOf(of)}`}</Status>
}

export const againText = (days: number): string =>
  days === 0 ? '每人一次' : `同一会员至少间隔 ${days} 天`
