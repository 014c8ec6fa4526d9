import { itemAt } from '../../model/present.ts'
import { useEffect, useMemo } from 'react'
import { evaluate, windowAt, type SlotResult } from './model/evaluate.ts'
import { SLOT3_MATH, type SlotLetter } from './model/math.ts'
import { outcome } from './model/outcome.ts'
import { FairSheet, type Replay } from '../../client/frame/FairSheet.tsx'
import type { BetLook } from '../../client/frame/HistorySheet.tsx'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { MenuSheet } from '../../client/frame/MenuSheet.tsx'
import { signedYuan, times } from '../../client/kit/money.ts'
import { blockedReason } from '../../client/session/blockedReason.ts'
import { RulesSheet } from '../../client/frame/RulesSheet.tsx'
import { Scene, SlotFrame, useStakeAt, type SheetControl } from '../../client/slots/SlotFrame.tsx'
import { grantNow } from '../../client/slots/useGrant.tsx'
import { Stats } from '../../client/slots/Stats.tsx'
import {
  artUrl,
  fetchPictures,
  Reels,
  ABOVE_STAKE,
  UP_TO_STAKE,
  type CellLook,
  type ReelMode,
} from '../../client/slots/Reels.tsx'
import { winSound } from '../../client/kit/sound.ts'
import type { Game } from '../../client/session/useGame.ts'
import type { State } from '../../client/session/wire.ts'
import { Message } from './Message.tsx'
import { leadingWin, resultOf, winningCells, winText, type SlotBet } from './result.ts'
import type { Skin } from './skins.ts'
import { Slot3Rules } from './Slot3Rules.tsx'
import { useSpin } from './useSpin.ts'

const HistorySheet = lazyPart(
  async () => (await import('../../client/frame/HistorySheet.tsx')).HistorySheet<SlotResult>,
)

/** A window without a line, shown before the first round. */
const OPENING_STOPS = [1, 13, 11]
const MissedSheet = lazyPart(
  async () => (await import('../../client/frame/MissedSheet.tsx')).MissedSheet<SlotResult>,
)

type Props = { game: Game<SlotResult>; state: State<SlotResult>; skin: Skin }

export function Slot3Screen({ game, state, skin }: Props) {
  const { code, stakes } = state.game
  const [stakeAt, chooseStake] = useStakeAt(game, state)
  const spin = useSpin(game, state.last ? resultOf(state.last).stops : OPENING_STOPS)
  const { bet, busy } = spin
  const turning = spin.phase === 'turning'
  useEffect(() => {
    if (bet) winSound(bet.payout, bet.stake)
  }, [bet])
  useEffect(() => fetchPictures(skin.symbols), [skin])
  const looks = useMemo(() => looksOf(bet), [bet])
  const grant = grantNow(state)
  const stakeFen = grant?.stake ?? itemAt(stakes, stakeAt)
  const blocked = grant ? null : blockedReason(state, stakeFen)
  return (
    <SlotFrame
      game={game}
      state={state}
      className="g c3"
      room={skin.room}
      heldFen={spin.heldFen}
      dock={{
        stakes: grant ? [grant.stake] : stakes,
        at: grant ? 0 : stakeAt,
        granted: grant?.left,
        onStake: chooseStake,
        turning,
        busy,
        blocked: blocked !== null,
        onSpin: () => spin.start(stakeFen, grant?.ref),
      }}
      sheet={control => <Slot3Sheet {...control} game={game} state={state} skin={skin} />}
    >
      <Scene code={code} grant={grant}>
        <div>{skin.tagline}</div>
      </Scene>
      <Reels
        pictures={skin.symbols}
        strips={SLOT3_MATH.reels}
        kind={SLOT3_MATH.model}
        modes={spin.modes}
        looks={looks}
        onLanded={spin.landed}
        label={reelsLabel(turning, spin.modes, skin)}
      />
      <Message
        bet={bet}
        turning={turning}
        skin={skin}
        stakeFen={stakeFen}
        notice={game.notice || (spin.phase === 'idle' || !busy ? blocked : null) || ''}
      />
      <Stats kind="5 线" math={SLOT3_MATH} maxWin={SLOT3_MATH.maxWin} />
    </SlotFrame>
  )
}

/** How the cells of a round look; null without a win. */
function looksOf(bet: SlotBet | null): CellLook[][] | null {
  const result = bet && resultOf(bet)
  if (!result || result.units === 0) return null
  const { lit, rest } = bet.payout > bet.stake ? ABOVE_STAKE : UP_TO_STAKE
  return winningCells(result).map(reel => reel.map(on => (on ? lit : rest)))
}

function Slot3Sheet({
  open,
  setOpen,
  missed,
  game,
  state,
  skin,
}: Props & SheetControl<SlotResult>) {
  const close = () => setOpen(null)
  const toFair = () => setOpen('fair')
  switch (open) {
    case 'rules':
      return (
        <RulesSheet game={state.game} title="规则与赔付" onClose={close} onFair={toFair}>
          <Slot3Rules skin={skin} />
        </RulesSheet>
      )
    case 'menu':
      return <MenuSheet state={state} onClose={close} onLeave={game.leave} onOpen={setOpen} />
    case 'fair':
      return <FairSheet game={game} replay={replay} onClose={close} />
    case 'history':
      return (
        <HistorySheet
          game={game}
          look={bet => betLook(bet, skin)}
          onClose={close}
          onFair={toFair}
        />
      )
    case 'missed':
      return (
        <MissedSheet
          bets={missed.bets}
          look={bet => betLook(bet, skin)}
          onClose={missed.seen}
          onHistory={() => {
            missed.seen()
            setOpen('history')
          }}
        />
      )
    default:
      return null
  }
}

/** The window in words, row by row, for whoever does not see it. */
function reelsLabel(turning: boolean, modes: readonly ReelMode[], skin: Skin): string {
  if (turning) return '转轴旋转中'
  const shown = modes.map(mode =>
    mode.kind === 'rest' ? (mode.cells as readonly SlotLetter[]) : [],
  )
  return ['上', '中', '下']
    .map(
      (name, row) =>
        `${name}行：${shown.map(reel => skin.symbols[itemAt(reel, row)].name).join('、')}`,
    )
    .join('；')
}

const replay: Replay = ({ serverSeed, clientSeed, nonce, stored }) => {
  const { detail } = outcome({ serverSeed, clientSeed, nonce, stakeFen: 1n })
  const { stops, units } = evaluate(detail.stops)
  const agrees = String(stops) === String(stored['stops'])
  return {
    agrees,
    draw: `停轴 ${stops.join(' · ')}`,
    returns: `返还 ${times(units, SLOT3_MATH.unitsPerStake)} × 注额`,
  }
}

function betLook(bet: SlotBet, skin: Skin): BetLook {
  const result = resultOf(bet)
  const text = winText(result, skin)
  const letter = leadingWin(result)?.symbol ?? itemAt(itemAt(windowAt(result.stops), 1), 1)
  return {
    picture: <img src={artUrl(skin.symbols[letter].art)} alt="" width={40} height={40} />,
    title: `${skin.name} · ${text?.symbol ?? '没有连线'}`,
    lines: [
      ...result.wins.map(({ line, symbol, units }): [string, string] => [
        `${skin.symbols[symbol].name} · 第 ${line + 1} 线`,
        `${times(units, SLOT3_MATH.unitsPerStake)} × 注额`,
      ]),
      ['停轴', result.stops.join(' · ')],
      ['本转净额', signedYuan(bet.net)],
      ['承诺', `${bet.fairness.commit.slice(0, 12)}…`],
      ['我的种子 · 序号', `${bet.fairness.client_seed} · ${bet.fairness.nonce}`],
    ],
  }
}
