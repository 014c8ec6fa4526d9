import { tournamentState } from '@tianping/contract/tournaments/facts'
import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import { explained, figures } from '../../kernel/http/explain.ts'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { segmentHas } from '../segments/segments.ts'
import { mayJoin } from './guard.ts'
import { insertEntry, memberLevel, personEntered } from './store/entry.sql.ts'
import { lockTournament, type Tournament } from './store/tournament.sql.ts'

type Asked = { tournament: Tournament; memberId: bigint; now: Date }

/** Refuses whom this tournament is not for; the guard has been asked before. */
export async function refuseEntry(db: Db, { tournament, memberId, now }: Asked): Promise<void> {
  const { state, endsAt, minVip, segmentId, tournamentId } = tournament
  if (state !== tournamentState.approved || endsAt <= now)
    throw explained(say('tournament.over'), { rule: 'tournament_time', version: 0 })
  const vip = await memberLevel(db, memberId)
  if (vip < minVip)
    throw explained(say('tournament.level', { vip: minVip }), {
      rule: 'tournament_level',
      version: 0,
      inputs: [figures.level('level', '当前等级', vip)],
      missing: [figures.level('level', '所需等级', minVip)],
    })
  if (segmentId !== null && !(await segmentHas(db, { segmentId, memberId, now })))
    throw explained(say('tournament.audience'), { rule: 'tournament_audience', version: 0 })
  if (await personEntered(db, tournamentId, memberId))
    throw explained(say('tournament.person_entered'), { rule: 'one_person', version: 0 })
}

/** Bets count that are placed from now on. */
export const enter = ({ db, clock }: Services, memberId: bigint, id: number): Promise<void> =>
  transaction(db, async tx => {
    await lockMember(tx, memberId)
    await mayJoin(tx, memberId, clock.now())
    // Accounts of one person enter one after the other.
    const tournament = existing(await lockTournament(tx, id), 'tournament.not_found')
    const now = clock.now()
    if (!isShown(tournament)) throw new Refusal(say('tournament.not_found'))
    await refuseEntry(tx, { tournament, memberId, now })
    if (!(await insertEntry(tx, { tournamentId: id, memberId, at: now })))
      throw new Refusal(say('tournament.entered'))
  })

/** What nobody has approved is no tournament for members. */
export const isShown = ({ state }: Pick<Tournament, 'state'>) =>
  state !== tournamentState.waiting && state !== tournamentState.rejected
