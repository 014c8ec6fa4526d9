import { itemAt } from '../../model/present.ts'
import { useEffect, useMemo, useState } from 'react'
import { evaluate, windowAt, type SlotResult } from './model/evaluate.ts'
import { percent } from '../../model/percent.ts'
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
import { Sheet } from '../../client/frame/Sheet.tsx'
import { Dock } from '../../client/slots/Dock.tsx'
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
  const realityDue = useRealityDue(state, game.clockOffMs) && spin.phase !== 'turning'
  const result = useMemo(() => (spin.bet ? resultOf(spin.bet) : null), [spin.bet])
  const won = spin.bet !== null && spin.bet.payout > spin.bet.stake
  useEffect(() => {
    if (spin.bet) winSound(spin.bet.payout, spin.bet.stake)
  }, [spin.bet])
  useEffect(() => fetchPictures(skin.symbols), [skin])

  const looks = useMemo((): CellLook[][] | null => {
    if (!result || result.units === 0) return null
    const { lit, rest } = won ? ABOVE_STAKE : UP_TO_STAKE
    return winningCells(result).map(reel => reel.map(on => (on ? lit : rest)))
  }, [result, won])
  const stakeFen = itemAt(state.game.stakes, stakeAt)
  const blocked = obstacle(state, stakeFen)
  const close = () => setOpen(null)
  const covered = useCovered(open !== null || realityDue)
  return (
    <div className={`g c3${game.offline ? ' frozen' : ''}`} data-room={skin.room}>
      <Head
        name={state.game.name}
        lobbyUrl={state.lobby_url}
        onLeave={game.leave}
        onRules={() => setOpen('rules')}
        onMenu={() => setOpen('menu')}
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
          label={reelsLabel(spin.phase === 'turning', spin.modes, skin)}
        />
        <Message
          bet={spin.bet}
          turning={spin.phase === 'turning'}
          skin={skin}
          stakeFen={stakeFen}
          notice={game.notice || (spin.phase === 'idle' || !spin.busy ? (blocked ?? '') : '')}
        />
        <dl className="stats only-tall">
          <div>
            <dt>玩法</dt>
            <dd>5 线</dd>
          </div>
          <div>
            <dt>理论返还</dt>
            <dd>{percent(SLOT3_MATH.rtp, 2)}%</dd>
          </div>
          <div>
            <dt>中奖率</dt>
            <dd>{percent(SLOT3_MATH.hitRate, 2)}%</dd>
          </div>
          <div>
            <dt>单转最高</dt>
            <dd>{SLOT3_MATH.maxWin}×</dd>
          </div>
        </dl>
      </main>
      <Dock
        stakes={state.game.stakes}
        at={stakeAt}
        onStake={at => {
          game.tell('')
          setStakeAt(at)
        }}
        turning={spin.phase === 'turning'}
        busy={spin.busy}
        covered={covered}
        blocked={blocked !== null}
        offline={game.offline !== null}
        onSpin={() => spin.start(stakeFen)}
        onPays={() => setOpen('rules')}
      />
      {game.offline && (
        <Reconnecting
          offline={game.offline}
          lobbyUrl={state.lobby_url}
          onRetry={game.retryNow}
          onLeave={game.leave}
        />
      )}
      {open === 'rules' && (
        <RulesSheet state={state} skin={skin} onClose={close} onFair={() => setOpen('fair')} />
      )}
      {open === 'menu' && (
        <MenuSheet
          state={state}
          lobbyUrl={state.lobby_url}
          onClose={close}
          onLeave={game.leave}
          onRules={() => setOpen('rules')}
          onFair={() => setOpen('fair')}
          onHistory={() => setOpen('history')}
        />
      )}
      {open === 'fair' && <FairSheet game={game} replay={replay} onClose={close} />}
      {open === 'history' && (
        <HistorySheet
          game={game}
          look={bet => betLook(bet, skin)}
          onClose={close}
          onFair={() => setOpen('fair')}
        />
      )}
      {realityDue && open !== 'history' && (
        <RealityCheck
          figures={state}
          clockOffMs={game.clockOffMs}
          lobbyUrl={state.lobby_url}
          onLeave={game.leave}
          onContinue={game.answerReality}
          onHistory={() => setOpen('history')}
        />
      )}
    </div>
  )
}

function RulesSheet({
  state,
  skin,
  onClose,
  onFair,
}: {
  state: State
  skin: Skin
  onClose: () => void
  onFair: () => void
}) {
  const foot = (
    <>
      <a
        className="cap grow"
        href={`/games/${state.game.code}/math.json`}
        target="_blank"
        rel="noopener noreferrer"
      >
        数学版本
        <br />
        <span className="mono" title={state.game.math_version}>
          {state.game.math_version.slice(0, 16)}
        </span>
      </a>
      <button type="button" className="btn wide" onClick={onFair}>
        公平验证
      </button>
    </>
  )
  return (
    <Sheet title="规则与赔付" onClose={onClose} foot={foot}>
      <Slot3Rules skin={skin} />
    </Sheet>
  )
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
