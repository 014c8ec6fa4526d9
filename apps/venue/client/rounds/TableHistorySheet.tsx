import { itemAt } from '../../model/present.ts'
import { HistorySheet, type BetLook } from '../frame/HistorySheet.tsx'
import { MissedSheet } from '../frame/MissedSheet.tsx'
import { signedYuan, yuan } from '../kit/money.ts'
import type { Game } from '../session/useGame.ts'
import type { Bet } from '../session/wire.ts'
import { linesOf } from './linesOf.ts'
import type { TableDesign } from './TableDesign.ts'

/** The player's tickets on a table, in the words and pictures of its game. */
export function TableHistorySheet({
  game,
  design,
  onClose,
  onFair,
}: {
  game: Game
  design: TableDesign
  onClose: () => void
  onFair: () => void
}) {
  return (
    <HistorySheet
      game={game}
      look={bet => betLook(bet, design)}
      onClose={onClose}
      onFair={onFair}
      later={design.words.later}
    />
  )
}

/** What became of tickets of rounds that ended unseen. */
export function TableMissedSheet({
  bets,
  design,
  ...ways
}: {
  bets: readonly Bet[]
  design: TableDesign
  onClose: () => void
  onHistory: () => void
}) {
  return <MissedSheet bets={bets} look={bet => betLook(bet, design)} {...ways} />
}

function betLook(bet: Bet, design: TableDesign): BetLook {
  const lines = linesOf(bet)
  const returns = (bet.outcome as { returns?: number[] }).returns
  const drawn = bet.status === 'SETTLED'
  return {
    picture: design.picture(drawn ? bet.outcome : null),
    result: drawn ? `${design.words.drawn} ${design.outcomeText(bet.outcome)}` : '',
    title: `${bet.round_id.split('-').at(-1)} ${design.words.round} · ${lines.length === 1 ? design.pickName(itemAt(lines, 0).pick) : `${lines.length} 注`}`,
    lines: [
      ...lines.map(({ pick, stake, odds }, i): [string, string] => [
        `${design.pickName(pick)} @ ${odds}`,
        `${yuan(stake)}${returns?.[i] ? ` → ${yuan(Math.floor((stake * returns[i]) / 100))}` : ''}`,
      ]),
      ...(drawn
        ? ([
            [design.words.drawn, design.outcomeText(bet.outcome)],
            ['本单净额', signedYuan(bet.net)],
          ] as [string, string][])
        : []),
      [`${design.words.round}号`, bet.round_id],
      ['承诺', `${bet.fairness.commit.slice(0, 12)}…`],
    ],
  }
}
