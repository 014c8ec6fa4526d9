// What a tournament's page shows a member: terms, standings, and how far it is to the next prize.
import { prizeState, SHOWN_PLACES } from '@tianping/contract/tournaments/facts'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import { timesFor } from '../profiles/profiles.ts'
import { refuseEntry } from './enter.ts'
import { mayJoin } from './guard.ts'
import { costOf, prizeAt, prizeLines, scoreOf, settlesAt, standingOf } from './standing.ts'
import { entryOf, places, prizesOf, type Entry, type Offered } from './store/entry.sql.ts'
import { gamesOf, type Tournament } from './store/tournament.sql.ts'

type Asked = { tournament: Tournament; memberId: bigint; now: Date }

export const rowOf = (t: Offered, now: Date) => ({
  id: t.tournamentId,
  name: t.name,
  standing: standingOf(t, now),
  measure: t.measure,
  starts_at: beijing(t.startsAt),
  ends_at: beijing(t.endsAt),
  prizes: yuanOf(costOf(t.prizesFen)),
  places: t.prizesFen.length,
  entered: t.entered,
  place: t.place,
})

/** A name by which its owner knows it and nobody else. */
const hiddenName = (name: string) => `${name.slice(0, 2)}***${name.slice(-1)}`

/** The sentence that stands against an entry; empty where none does. */
async function refusedText(db: Db, asked: Asked): Promise<string> {
  try {
    await mayJoin(db, asked.memberId, asked.now)
    await refuseEntry(db, asked)
    return ''
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.said.text
    throw refusal
  }
}

/** The next better prize than the one of a place, and the score that passes its last holder. */
async function nextPrize(db: Db, t: Tournament, own: { place: number; score: bigint }) {
  const lines = prizeLines(t.prizesFen)
  const better = lines.findLast(line => own.place === 0 || line.to < own.place)
  if (!better || (own.place > 0 && prizeAt(t.prizesFen, own.place) >= better.fen)) return null
  const [holder] = await places(db, t.tournamentId, { limit: 1, offset: better.to - 1 })
  // Equal scores stand in the order in which they were reached, so it takes one unit more.
  const needed = holder ? holder.score + 1n : 0n
  return { place: better.to, prize: yuanOf(better.fen), needed: scoreOf(t.measure, needed) }
}

const isOpen = ({ tournament, now }: Asked) =>
  ['running', 'coming'].includes(standingOf(tournament, now))

async function ownPart(db: Db, asked: Asked, own: Entry | undefined) {
  const { tournament: t, memberId } = asked
  const { score, bets, isOut, place } = own ?? { score: 0n, bets: 0, isOut: false, place: 0 }
  const [prize] = await prizesOf(db, t.tournamentId, [memberId])
  const races = own !== undefined && !isOut && isOpen(asked)
  return {
    score: scoreOf(t.measure, score),
    bets,
    prize: yuanOf(place > 0 ? prizeAt(t.prizesFen, place) : 0n),
    paid: yuanOf(prize?.state === prizeState.paid ? prize.amountFen : 0n),
    next: races ? await nextPrize(db, t, { place, score }) : null,
    out: isOut,
  }
}

async function topOf(db: Db, { tournament: t, memberId }: Asked) {
  const top = await places(db, t.tournamentId, { limit: SHOWN_PLACES, offset: 0 })
  return top.map((each, at) => ({
    place: at + 1,
    name: each.memberId === memberId ? each.username : hiddenName(each.username),
    score: scoreOf(t.measure, each.score),
    prize: yuanOf(prizeAt(t.prizesFen, at + 1)),
    own: each.memberId === memberId,
  }))
}

export async function detailOf(db: Db, asked: Asked) {
  const { tournament: t, memberId, now } = asked
  const own = await entryOf(db, t.tournamentId, memberId)
  return {
    ...rowOf({ ...t, entered: own !== undefined, place: own?.place ?? 0 }, now),
    note: t.note,
    least_stake: yuanOf(t.leastStakeFen),
    turnover_times: await timesFor(db, t.turnoverTimes),
    settles_at: beijing(settlesAt(t)),
    now: beijing(now),
    games: await gamesOf(db, t.tournamentId),
    prize_list: prizeLines(t.prizesFen).map(({ from, to, fen }) => ({
      from,
      to,
      prize: yuanOf(fen),
    })),
    top: await topOf(db, asked),
    own: await ownPart(db, asked, own),
    refused: own || !isOpen(asked) ? '' : await refusedText(db, asked),
  }
}
