import { itemAt } from '../../model/present.ts'
import { useEffect, useMemo, useState } from 'react'
import { evaluate, windowAt, type SlotResult } from './model/evaluate.ts'
import { SLOT3_MATH, type SlotLetter } from './model/math.ts'
import { outcome } from './model/outcome.ts'
import { FairSheet, type Replay } from '../../client/frame/FairSheet.tsx'
import { Head } from '../../client/frame/Head.tsx'
import { HistorySheet, type BetLook } from '../../client/frame/HistorySheet.tsx'
import { MenuSheet } from '../../client/frame/MenuSheet.tsx'
import { signedYuan, times } from '../../client/kit/money.ts'
import { obstacle } from '../../client/session/obstacle.ts'
import { RealityCheck } from '../../client/frame/RealityCheck.tsx'
import { Reconnecting } from '../../client/frame/Reconnecting.tsx'
import { RulesSheet } from '../../client/frame/RulesSheet.tsx'
import { Dock } from '../../client/slots/Dock.tsx'
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
import { useCovered } from '../../client/frame/useCovered.ts'
import { useRealityDue } from '../../client/session/useRealityDue.ts'
import type { State } from '../../client/session/wire.ts'
import { Message } from './Message.tsx'
import { leadingWin, resultOf, winningCells, winText, type SlotBet } from './result.ts'
import type { Skin } from './skins.ts'
import { Slot3Rules } from './Slot3Rules.tsx'
import { useSpin } from './useSpin.ts'

type Open = 'rules' | 'menu' | 'fair' | 'history' | null
/** A window without a line, shown before the first round. */
const OPENING_STOPS = [1, 13, 11]

type Props = { game: Game<SlotResult>; state: State<SlotResult>; skin: Skin }

export function Slot3Screen({ game, state, skin }: Props) {
  const [open, setOpen] = useState<Open>(null)
  const [stakeAt, setStakeAt] = useState(() =>
    Math.max(0, state.game.stakes.indexOf(state.last?.stake ?? 200)),
  )
  const spin = useSpin(game, state.last ? resultOf(state.last).stops : OPENING_STOPS)
  const turning = spin.phase === 'turning'
  const realityDue = useRealityDue(state, game.clockOffMs) && !turning
  useEffect(() => {
    if (spin.bet) winSound(spin.bet.payout, spin.bet.stake)
  }, [spin.bet])
  useEffect(() => fetchPictures(skin.symbols), [skin])
  const looks = useMemo(() => looksOf(spin.bet), [spin.bet])
  const stakeFen = itemAt(state.game.stakes, stakeAt)
  const blocked = obstacle(state, stakeFen)
  const covered = useCovered(open !== null || realityDue)
  return (
    <div className={`g c3${game.offline ? ' frozen' : ''}`} data-room={skin.room}>
      <Head
        name={state.game.name}
        lobbyUrl={state.lobby_url}
        onLeave={game.leave}
        onOpen={setOpen}
        startedAt={state.session.started_at}
        clockOffMs={game.clockOffMs}
        netFen={state.session.net - spin.heldFen}
        balanceFen={state.balance - spin.heldFen}
      />
      <main className="main end" inert={covered}>
        <div className="scene-w">
          <img className="scene" src={artUrl(`scene-${state.game.code}`)} alt="" />
          <div>{skin.tagline}</div>
        </div>
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
          bet={spin.bet}
          turning={turning}
          skin={skin}
          stakeFen={stakeFen}
          notice={game.notice || (spin.phase === 'idle' || !spin.busy ? blocked : null) || ''}
        />
        <Stats kind="5 线" math={SLOT3_MATH} most={SLOT3_MATH.maxWin} />
      </main>
      <Dock
        stakes={state.game.stakes}
        at={stakeAt}
        onStake={at => {
          game.setNotice('')
          setStakeAt(at)
        }}
        turning={turning}
        busy={spin.busy}
        covered={covered}
        blocked={blocked !== null}
        offline={game.offline !== null}
        onSpin={() => spin.start(stakeFen)}
        onPays={() => setOpen('rules')}
      />
      <Reconnecting game={game} />
      <Slot3Overlays
        open={open}
        setOpen={setOpen}
        game={game}
        state={state}
        skin={skin}
        realityDue={realityDue}
      />
    </div>
  )
}

/** How the cells of a round look; null without a win. */
function looksOf(bet: SlotBet | null): CellLook[][] | null {
  const result = bet && resultOf(bet)
  if (!result || result.units === 0) return null
  const { lit, rest } = bet.payout > bet.stake ? ABOVE_STAKE : UP_TO_STAKE
  return winningCells(result).map(reel => reel.map(on => (on ? lit : rest)))
}

type SheetProps = Props & { open: Open; setOpen: (open: Open) => void }

/** What lies over the reels: a sheet, and the pause, which only the record may cover. */
function Slot3Overlays({ realityDue, ...props }: SheetProps & { realityDue: boolean }) {
  const { open, setOpen, game, state } = props
  return (
    <>
      <Slot3Sheet {...props} />
      {realityDue && open !== 'history' && (
        <RealityCheck game={game} figures={state} onHistory={() => setOpen('history')} />
      )}
    </>
  )
}

function Slot3Sheet({ open, setOpen, game, state, skin }: SheetProps) {
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
