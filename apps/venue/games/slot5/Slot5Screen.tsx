import { itemAt } from '../../model/present.ts'
import { useEffect } from 'react'
import { SLOT5_MATHS, type Slot5Round } from './model/slot5.ts'
import type { Slot5Letter } from './model/Slot5Math.ts'
import { MATH_D } from './model/mathD.ts'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { MenuSheet } from '../../client/frame/MenuSheet.tsx'
import { yuan } from '../../client/kit/money.ts'
import { blockedReason } from '../../client/session/blockedReason.ts'
import { Scene, SlotFrame, useStakeAt, type SheetControl } from '../../client/slots/SlotFrame.tsx'
import { grantNow } from '../../client/slots/useGrant.tsx'
import { Stats } from '../../client/slots/Stats.tsx'
import { fetchPictures, Reels, type ReelMode } from '../../client/slots/Reels.tsx'
import { winSound } from '../../client/kit/sound.ts'
import type { Game } from '../../client/session/useGame.ts'
import type { State } from '../../client/session/wire.ts'
import { FreeCard } from './FreeCard.tsx'
import { Message5 } from './Message5.tsx'
import { freeOf, unitsFen } from './shown.ts'
import { symbolOf, type Skin5 } from './skins5.ts'
import { maxWinText } from './maxWinText.ts'
import { useRound, type Round } from './useRound.ts'

// Sheets come when they are first opened; the reels do not wait for them.
const RulesSheet = lazyPart(async () => (await import('./Sheets5.tsx')).RulesSheet5)
const FairSheet = lazyPart(async () => (await import('./Sheets5.tsx')).FairSheet5)
const HistorySheet = lazyPart(async () => (await import('./Sheets5.tsx')).HistorySheet5)
const MissedSheet = lazyPart(async () => (await import('./Sheets5.tsx')).MissedSheet5)

const KINDS = { slotA: '243 路', slotB: '20 线', slotD: '243 路' }

type Props = { game: Game<Slot5Round>; state: State<Slot5Round>; skin: Skin5 }

export function Slot5Screen({ game, state, skin }: Props) {
  const [stakeAt, chooseStake] = useStakeAt(game, state)
  const round = useRound(game, skin)
  const turning = round.phase === 'turning' || round.phase === 'cascading'
  const math = SLOT5_MATHS[skin.model]
  const { left, stakeFen, blocked, stakes, at, grant } = nextStake(state, stakeAt)
  const free = freeNow(state, round)
  useWinSound(round, skin)
  useEffect(() => fetchPictures(skin.symbols), [skin])
  return (
    <SlotFrame
      game={game}
      state={state}
      className="g"
      room={skin.room}
      heldFen={round.heldFen}
      dock={{
        stakes,
        at,
        onStake: chooseStake,
        turning,
        busy: round.busy,
        blocked: blocked !== null,
        onSpin: () => round.start(stakeFen, grant?.ref),
        free: left,
        granted: grant?.left,
        doing: round.phase === 'cascading' ? '连消中' : '旋转中',
      }}
      sheet={control => <Slot5Sheet {...control} game={game} state={state} skin={skin} />}
    >
      <Scene code={state.game.code} free={free !== null} grant={grant}>
        <Caption free={free} skin={skin} stakeFen={stakeFen} />
      </Scene>
      {skin.model === 'slotD' && <Ladder step={round.step} />}
      <Reels
        pictures={skin.symbols}
        strips={math.reels}
        kind={math.model}
        modes={round.modes}
        looks={round.looks}
        onLanded={round.landed}
        label={reelsLabel(round.modes, skin)}
      >
        <FreeCard round={round} />
      </Reels>
      <Message5
        round={round}
        skin={skin}
        stakeFen={stakeFen}
        notice={game.notice || (turning ? null : blocked) || ''}
        last={state.last}
        rounds={state.session.rounds}
      />
      <Stats kind={KINDS[skin.model]} math={math} maxWin={maxWinText(math.maxWin)} />
    </SlotFrame>
  )
}

function Slot5Sheet({
  open,
  setOpen,
  missed,
  game,
  state,
  skin,
}: Props & SheetControl<Slot5Round>) {
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
    case 'missed':
      return (
        <MissedSheet
          bets={missed.bets}
          skin={skin}
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

/** The free spins in progress, until the whole round is told. */
function freeNow({ last }: State<Slot5Round>, { bet, summed }: Round) {
  return summed ? null : freeOf(last?.status === 'OPEN' ? last : bet)
}

/** The stake of the next spin: a round that goes on keeps its own, and costs nothing more. */
function nextStake(state: State<Slot5Round>, stakeAt: number) {
  const { last } = state
  const left = last?.status === 'OPEN' ? (freeOf(last)?.left ?? 0) : 0
  if (last && left > 0)
    return { left, stakeFen: last.stake, blocked: null, stakes: [last.stake], at: 0, grant: null }
  const grant = grantNow(state)
  if (grant)
    return { left, stakeFen: grant.stake, blocked: null, stakes: [grant.stake], at: 0, grant }
  const { stakes } = state.game
  const stakeFen = itemAt(stakes, stakeAt)
  return { left, stakeFen, blocked: blockedReason(state, stakeFen), stakes, at: stakeAt, grant }
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
      <span className="sum">
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
