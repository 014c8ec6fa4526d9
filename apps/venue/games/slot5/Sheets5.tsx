// What is read beside the game: the rules, the fairness of the draws, the record of bets.
import { itemAt } from '../../model/present.ts'
import { outcomeOf, SLOT5_MATHS, type Slot5Round } from './model/slot5.ts'
import { FairSheet, type Replay } from '../../client/frame/FairSheet.tsx'
import { HistorySheet, type BetLook } from '../../client/frame/HistorySheet.tsx'
import { MissedSheet } from '../../client/frame/MissedSheet.tsx'
import { signedYuan, times } from '../../client/kit/money.ts'
import { RulesSheet } from '../../client/frame/RulesSheet.tsx'
import { artUrl } from '../../client/slots/Reels.tsx'
import type { Game } from '../../client/session/useGame.ts'
import type { State } from '../../client/session/wire.ts'
import { freeOf, shownOf, type Slot5Bet } from './shown.ts'
import { symbolOf, type Skin5 } from './skins5.ts'
import { Slot5Rules } from './Slot5Rules.tsx'

export function RulesSheet5({
  state,
  skin,
  onClose,
  onFair,
}: {
  state: State
  skin: Skin5
  onClose: () => void
  onFair: () => void
}) {
  return (
    <RulesSheet game={state.game} title="规则与赔付" onClose={onClose} onFair={onFair}>
      <Slot5Rules skin={skin} />
    </RulesSheet>
  )
}

export function FairSheet5({
  game,
  skin,
  onClose,
}: {
  game: Game<Slot5Round>
  skin: Skin5
  onClose: () => void
}) {
  return <FairSheet game={game} replay={replayOf(skin)} onClose={onClose} />
}

export function HistorySheet5({
  game,
  skin,
  onClose,
  onFair,
}: {
  game: Game<Slot5Round>
  skin: Skin5
  onClose: () => void
  onFair: () => void
}) {
  return (
    <HistorySheet game={game} look={bet => betLook(bet, skin)} onClose={onClose} onFair={onFair} />
  )
}

export function MissedSheet5({
  bets,
  skin,
  ...ways
}: {
  bets: readonly Slot5Bet[]
  skin: Skin5
  onClose: () => void
  onHistory: () => void
}) {
  return <MissedSheet bets={bets} look={bet => betLook(bet, skin)} {...ways} />
}

const replayOf =
  (skin: Skin5): Replay =>
  ({ serverSeed, clientSeed, nonce, stored }) => {
    const { detail } = outcomeOf(skin.model, { serverSeed, clientSeed, nonce, stakeFen: 1n })
    const { stops, units, free } = detail
    const agrees =
      JSON.stringify([stops, free]) === JSON.stringify([stored['stops'], stored['free']])
    return {
      agrees,
      draw: `停轴 ${stops.join(' · ')}${free && free.length > 0 ? ` · 免费 ${free.length} 次` : ''}`,
      returns: `返还 ${times(units, SLOT5_MATHS[skin.model].unitsPerStake)} × 注额`,
    }
  }

function betLook(bet: Slot5Bet, skin: Skin5): BetLook {
  const shown = shownOf(skin, bet)
  const free = freeOf(bet)
  const per = SLOT5_MATHS[skin.model].unitsPerStake
  const { stops, units } = bet.outcome
  const letter = free ? 'S' : (shown.words?.letter ?? itemAt(itemAt(shown.end, 2), 1))
  const what = titleOf(free, shown.words?.title)
  return {
    picture: <img src={artUrl(symbolOf(skin, letter).art)} alt="" width={40} height={40} />,
    title: `${skin.name} · ${what}`,
    lines: [
      ...(shown.words && !free ? [[shown.words.title, shown.words.rest] as [string, string]] : []),
      ...(free
        ? [['免费旋转', `${free.taken} / ${free.taken + free.left} 次`] as [string, string]]
        : []),
      ['返还', `${times(units, per)} × 注额`],
      ['停轴', stops.join(' · ')],
      ['整轮净额', signedYuan(bet.net)],
      ['承诺', `${bet.fairness.commit.slice(0, 12)}…`],
      ['我的种子 · 序号', `${bet.fairness.client_seed} · ${bet.fairness.nonce}`],
    ],
  }
}

function titleOf(free: ReturnType<typeof freeOf>, title: string | undefined): string {
  if (free)
    return free.left > 0 ? `免费旋转进行中，余 ${free.left} 次` : `免费旋转 ${free.taken} 次`
  return title ?? '没有中奖'
}
