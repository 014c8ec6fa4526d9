import { tournamentStanding, type TournamentStanding } from '@tianping/contract/tournaments/facts'
import { Tag } from '../../ui/Chip.tsx'

const kinds = { coming: 'brand', running: 'jade' } as const

/** Whether a tournament runs, as a tag. */
export const Standing = ({ of }: { of: TournamentStanding }) =>
  of === 'coming' || of === 'running' ? (
    <Tag kind={kinds[of]}>{tournamentStanding[of]}</Tag>
  ) : (
    <Tag>{tournamentStanding[of]}</Tag>
  )
