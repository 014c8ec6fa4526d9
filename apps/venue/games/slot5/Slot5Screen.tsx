import { itemAt } from '../../model/present.ts'
import { useEffect, useState } from 'react'
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
import { Stats } from '../../client/slots/Stats.tsx'
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
  const { left, stakeFen, blocked, stakes, at } = nextStake(state, stakeAt)
  useWinSound(round, skin)
  useEffect(() => fetchPictures(skin.symbols), [skin])
  const covered = useCovered(open !== null || realityDue)
  return (
    <div className={`g${game.offline ? ' frozen' : ''}`} data-room={skin.room}>
      <Head
        name={state.game.name}
        lobbyUrl={state.lobby_url}
        onLeave={game.leave}
        onOpen={setOpen}
        startedAt={state.session.started_at}
        clockOffMs={game.clockOffMs}
        netFen={state.session.net - round.heldFen}
        balanceFen={state.balance - round.heldFen}
      />
      <main className="main end" inert={covered}>
        <div className="scene-w">
          <img className="scene" src={artUrl(`scene-${state.game.code}`)} alt="" />
          <Caption free={freeNow(state, round)} skin={skin} stakeFen={stakeFen} />
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
          notice={game.notice || (turning ? null : blocked) || ''}
          last={state.last}
          rounds={state.session.rounds}
        />
        <Stats kind={KINDS[skin.model]} math={math} most={mostText(math.maxWin)} />
      </main>
      <Dock
        stakes={stakes}
        at={at}
        onStake={next => {
          game.setNotice('')
          setStakeAt(next)
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
      <Reconnecting game={game} />
      <Slot5Overlays
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

type SheetProps = Props & { open: Open; setOpen: (open: Open) => void }

/** What lies over the reels: a sheet, and the pause, which only the record may cover. */
function Slot5Overlays({ realityDue, ...props }: SheetProps & { realityDue: boolean }) {
  const { open, setOpen, game, state } = props
  return (
    <>
      <Slot5Sheet {...props} />
      {realityDue && open !== 'history' && (
        <RealityCheck game={game} figures={state} onHistory={() => setOpen('history')} />
      )}
    </>
  )
}

function Slot5Sheet({ open, setOpen, game, state, skin }: SheetProps) {
  const close = () => setOpen(null)
  const toFair = () => setOpen('fair')
  switch (open) {
    case 'rules':
      return <RulesSheet state={state} skin={skin} onClose={close} onFair={toFair} />
    case 'menu':
      return <MenuSheet state={state} onClose={close} onLeave={game.leave} onOpen={setOpen} />
    case 'fair':
      return <FairSheet game={game} skin={skin} onClose={close} />
    case 'history':
      return <HistorySheet game={game} skin={skin} onClose={close} onFair={toFair} />
    default:
      return null
  }
}

/** The free spins in progress, until the whole round is told. */
function freeNow({ last }: State<Slot5Round>, { bet, summed }: Round) {
  return summed ? null : freeOf(last?.status === 'OPEN' ? last : bet)
}

/** The stake of the next spin: a round that goes on keeps its own, and costs nothing more. */
function nextStake(state: State<Slot5Round>, stakeAt: number) {
  const { last } = state
  const left = last?.status === 'OPEN' ? (freeOf(last)?.left ?? 0) : 0
  if (last && left > 0)
    return { left, stakeFen: last.stake, blocked: null, stakes: [last.stake], at: 0 }
  const { stakes } = state.game
  const stakeFen = itemAt(stakes, stakeAt)
  return { left, stakeFen, blocked: obstacle(state, stakeFen), stakes, at: stakeAt }
}

/** A win above the stake is heard when the reels have shown it. */
function useWinSound(round: Round, skin: Skin5) {
  const amount = shownFen(round, skin)
  const { bet } = round
  useEffect(() => {
    if (bet) winSound(amount, bet.stake)
  }, [amount, bet])
}

/** What the round that is shown came to, in 分: of a free spin what it alone did. */
function shownFen({ phase, bet, shown }: Round, skin: Skin5): number {
  if (phase !== 'shown' || !bet || !shown) return 0
  return freeOf(bet) ? unitsFen(skin.model, shown.units, bet.stake) : bet.payout
}

type CaptionProps = { free: ReturnType<typeof freeOf>; skin: Skin5; stakeFen: number }

function Caption({ free, skin, stakeFen }: CaptionProps) {
  if (!free) return <div>{skin.tagline}</div>
  return <FreeBar {...free} fen={unitsFen(skin.model, free.units, stakeFen)} />
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
