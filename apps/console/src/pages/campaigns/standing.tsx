import type { ConsoleRowOf } from '@tianping/contract/console'
import { campaignEnds, campaignState, type CampaignEnd } from '@tianping/contract/campaigns/facts'
import { campaignStates, statusIn } from '../../parts/states.ts'
import { Status } from '../../ui/values/Status.tsx'
import type { listCall } from './calls.ts'

type Row = Pick<
  ConsoleRowOf<typeof listCall>,
  'state' | 'starts_at' | 'ended_why' | 'paused_by' | 'ended_by'
>

/** What a campaign does now, in words. */
function wordsOf({ state, ended_why, paused_by, ended_by }: Row): string {
  if (state === campaignState.paused) return `（${paused_by || '系统'}）`
  if (state !== campaignState.ended || ended_why === '') return ''
  return `（${campaignEnds[ended_why as CampaignEnd]}${ended_by ? `：${ended_by}` : ''}）`
}

export function Standing({ of }: { of: Row }) {
  const { tone, text } = statusIn(campaignStates, of.state)
  return <Status tone={tone}>{`${text}${wordsOf(of)}`}</Status>
}
