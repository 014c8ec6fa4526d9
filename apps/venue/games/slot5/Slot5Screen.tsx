import { itemAt } from '../../model/present.ts'
import { useEffect, useState } from 'react'
import { percent } from '../../model/percent.ts'
import { SLOT5_MATHS, type Slot5Round } from './model/slot5.ts'
import type { Slot5Letter } from './model/Slot5Math.ts'
import { MATH_D } from './model/mathD.ts'
import { Head } from '../../client/frame/Head.tsx'
import { later } from '../../client/frame/later.tsx'
import { MenuSheet } from '../../client/frame/MenuSheet.tsx'
import { yuan } from '../../client/kit/money.ts'
import { obstacle } from '../../client/session/obstacle.ts'
import { RealityCheck } from '../../client/frame/RealityCheck.tsx'
import { Reconnecting } from '../../client/frame/Reconnecting.tsx'
import { Dock } from '../../client/slots/Dock.tsx'
import { artUrl, fetchPictures, Reels, type ReelMode } from '../../client/slots/Reels.tsx'
import { winSound } from '../../client/kit/sound.ts'
import type { Game } from '../../client/session/useGame.ts'
import { useCovered } from '../../client/frame/useCovered.ts'
import { useRealityDue } from '../../client/session/useRealityDue.ts'
import type { State } from '../../client/session/wire.ts'
import { Message5 } from './Message5.tsx'
import { freeOf, unitsFen } from './shown.ts'
import { symbolOf, type Skin5 } from './skins5.ts'
import { mostText } from './mostText.ts'
import { useRound, type Round } from './useRound.ts'

// Sheets come when they are first opened; the reels do not wait for them.
const RulesSheet = later(async () => (await import('./Sheets5.tsx')).RulesSheet5)
const FairSheet = later(async () => (await import('./Sheets5.tsx')).FairSheet5)
const HistorySheet = later(async () => (await import('./Sheets5.tsx')).HistorySheet5)

type Open = 'rules' | 'menu' | 'fair' | 'history' | null
const KINDS = { slotA: '243 路', slotB: '20 线', slotD: '243 路' }

type Props = { game: Game<Slot5Round>; state: State<Slot5Round>; skin: Skin5 }

export function Slot5Screen({ game, state, skin }: Props) {
  const [open, setOpen] = useState<Open>(null)
  const [stakeAt, setStakeAt] = useState(() =>
    Math.max(0, state.game.stakes.indexOf(state.last?.stake ?? 200)),
  )
  const round = useRound(game, skin)
  const turning = round.phase === 'turning' || round.phase === 'cascading'
  const realityDue = useRealityDue(state, game.clockOffMs) && !turning
  const math = SLOT5_MATHS[skin.model]
  const free = freeOf(state.last?.status === 'OPEN' ? state.last : round.bet)
  const left = state.last?.status === 'OPEN' ? (free?.left ?? 0) : 0
  const stakeFen = left > 0 && state.last ? state.last.stake : itemAt(state.game.stakes, stakeAt)
  const blocked = left > 0 ? null : obstacle(state, stakeFen)
  const amount = shownFen(round, skin)
  const won = amount > (round.bet?.stake ?? 0)
  useEffect(() => {
    if (won && round.bet) winSound(amount, round.bet.stake)
  }, [won, amount, round.bet])
  useEffect(() => fetchPictures(skin.symbols), [skin])
  const close = () => setOpen(null)
  const covered = useCovered(open !== null || realityDue)
  return (
    <div className={`g${game.offline ? ' frozen' : ''}`} data-room={skin.room}>
      <Head
        name={state.game.name}
        lobbyUrl={state.lobby_url}
        onLeave={game.leave}
        onRules={() => setOpen('rules')}
        onMenu={() => setOpen('menu')}
        startedAt={state.session.started_at}
        clockOffMs={game.clockOffMs}
        netFen={state.session.net - round.heldFen}
        balanceFen={state.balance - round.heldFen}
      />
      <main className="main end" inert={covered}>
        <div className="scene-w">
          <img className="scene" src={artUrl(`scene-${state.game.code}`)} alt="" />
          {free && !round.summed ? (
            <FreeBar {...free} fen={unitsFen(skin.model, free.units, stakeFen)} />
          ) : (
            <div>{skin.tagline}</div>
          )}
        </div>
        {skin.model === 'slotD' && <Ladder step={round.step} />}
        <Reels
          pictures={skin.symbols}
          strips={math.reels}
          kind={math.model}
          modes={round.modes}
          looks={round.looks}
          onLanded={round.landed}
          label={reelsLabel(round.modes, skin)}
        />
        <Message5
          round={round}
          skin={skin}
          stakeFen={stakeFen}
          notice={game.notice || (turning ? '' : (blocked ?? ''))}
          last={state.last}
          rounds={state.session.rounds}
        />
        <dl className="stats only-tall">
          <div>
            <dt>玩法</dt>
            <dd>{KINDS[skin.model]}</dd>
          </div>
          <div>
            <dt>理论返还</dt>
            <dd>{percent(math.rtp, 2)}%</dd>
          </div>
          <div>
            <dt>中奖率</dt>
            <dd>{percent(math.hitRate, 2)}%</dd>
          </div>
          <div>
            <dt>单转最高</dt>
            <dd>{mostText(math.maxWin)}×</dd>
          </div>
        </dl>
      </main>
      <Dock
        stakes={left > 0 ? [stakeFen] : state.game.stakes}
        at={left > 0 ? 0 : stakeAt}
        onStake={at => {
          game.tell('')
          setStakeAt(at)
        }}
        turning={turning}
        busy={round.busy}
        covered={covered}
        blocked={blocked !== null}
        offline={game.offline !== null}
        onSpin={() => round.start(stakeFen)}
        onPays={() => setOpen('rules')}
        free={left}
        doing={round.phase === 'cascading' ? '连消中' : '旋转中'}
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
      {open === 'fair' && <FairSheet game={game} skin={skin} onClose={close} />}
      {open === 'history' && (
        <HistorySheet game={game} skin={skin} onClose={close} onFair={() => setOpen('fair')} />
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

/** What the round that is shown came to, in 分: of a free spin what it alone did. */
function shownFen({ phase, bet, shown }: Round, skin: Skin5): number {
  if (phase !== 'shown' || !bet || !shown) return 0
  return freeOf(bet) ? unitsFen(skin.model, shown.units, bet.stake) : bet.payout
}

function FreeBar({ taken, left, fen }: { taken: number; left: number; fen: number }) {
  return (
    <p className="freebar">
      <span>
        免费旋转{' '}
        <b>
          {taken} / {taken + left}
        </b>
      </span>
      <span>
        累计 <b>{yuan(fen)}</b> 元 · ×3
      </span>
    </p>
  )
}

/** By what each step of a cascade counts; the last goes on. */
function Ladder({ step }: { step: number }) {
  return (
    <ol className="ladder" aria-label="连消倍数">
      {MATH_D.factors.map((factor, i) => (
        <li
          key={factor}
          className={Math.min(step, MATH_D.factors.length - 1) === i ? 'on' : ''}
          aria-current={step === i ? 'step' : undefined}
        >
          ×{factor}
        </li>
      ))}
    </ol>
  )
}

/** The window in words, row by row, for whoever does not see it. */
function reelsLabel(modes: readonly ReelMode[], skin: Skin5): string {
  if (modes.some(mode => mode.kind !== 'rest')) return '转轴旋转中'
  const cells = modes.map(mode => (mode as { cells: readonly Slot5Letter[] }).cells)
  return ['上', '中', '下']
    .map(
      (name, row) =>
        `${name}行：${cells.map(reel => symbolOf(skin, itemAt(reel, row)).name).join('、')}`,
    )
    .join('；')
}
