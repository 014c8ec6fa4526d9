import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Head } from '../frame/Head.tsx'
import { later } from '../frame/later.tsx'
import { RealityCheck } from '../frame/RealityCheck.tsx'
import { Reconnecting } from '../frame/Reconnecting.tsx'
import { Sheet } from '../frame/Sheet.tsx'
import type { Game } from '../session/useGame.ts'
import { useCovered } from '../frame/useCovered.ts'
import { useRealityDue } from '../session/useRealityDue.ts'
import type { State, Stored } from '../session/wire.ts'
import { betLook } from './betLook.tsx'
import { BookContext } from './BookContext.ts'
import type { BookDesign } from './BookDesign.ts'
import { BookFairSheet } from './BookFairSheet.tsx'
import { MatchList } from './MatchList.tsx'
import { MatchPage } from './MatchPage.tsx'
import { slipText } from './slipText.ts'
import { SlipSheet } from './SlipSheet.tsx'
import type { BookGame } from './useBook.ts'
import { useOpenMatch } from './useOpenMatch.ts'
import { useSlip, type Slip } from './useSlip.ts'

const MenuSheet = later(async () => (await import('../frame/MenuSheet.tsx')).MenuSheet)
const HistorySheet = later(
  async () => (await import('../frame/HistorySheet.tsx')).HistorySheet<Stored>,
)

type Open = 'rules' | 'menu' | 'fair' | 'history' | 'slip' | null
type Props = { game: Game; state: State; book: BookGame; design: BookDesign }
const TOLD_FOR_MS = 6_000

/**
 * The frame of every book: head, list or match, the slip's bar, sheets, and what a screen reader is
 * told.
 */
export function BookFrame({ game, state, book, design }: Props) {
  const slip = useSlip(game, book)
  const [open, setOpen] = useState<Open>(null)
  const [stakeText, setStakeText] = useState('50.00')
  const [together, setTogether] = useState(true)
  const { told, setTold } = book
  const [number, openMatch, back] = useOpenMatch()
  const match = book.matches.find(each => each.number === number)
  const realityDue = useRealityDue(state, game.clockOffMs) && slip.sending === 'no'
  const parts = useMemo(() => ({ book, slip, design }), [book, slip, design])
  const covered = useCovered(open !== null || realityDue)
  const close = () => setOpen(null)
  const showRules = useCallback(() => setOpen('rules'), [])
  const showMenu = useCallback(() => setOpen('menu'), [])
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    main.current?.scrollTo(0, 0)
  }, [number])

  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(''), TOLD_FOR_MS)
    return () => clearTimeout(timer)
  }, [told, setTold])

  return (
    <BookContext value={parts}>
      <div className={`g${game.offline ? ' frozen' : ''}`} data-room={design.room}>
        <Head
          name={design.name}
          lobbyUrl={state.lobby_url}
          onLeave={game.leave}
          onRules={showRules}
          onMenu={showMenu}
          startedAt={state.session.started_at}
          clockOffMs={game.clockOffMs}
          netFen={state.session.net}
          balanceFen={state.balance}
        />
        <main className="main" ref={main} inert={covered}>
          {match ? <MatchPage match={match} onBack={back} /> : <MatchList onOpen={openMatch} />}
        </main>
        <SlipBar
          slip={slip}
          design={design}
          together={together}
          undecided={book.mine.filter(each => each.status === 'OPEN').length}
          covered={covered}
          onOpen={() => {
            game.tell('')
            setOpen('slip')
          }}
          onHistory={() => setOpen('history')}
        />
        <p className={`toast${told ? ' on' : ''}`} role="status">
          {told}
        </p>
        {match?.phase === 'live' && (
          <p className="sr" role="status">
            {design.newsText(match)}
          </p>
        )}
        {game.offline && (
          <Reconnecting
            offline={game.offline}
            lobbyUrl={state.lobby_url}
            onRetry={game.retryNow}
            onLeave={game.leave}
          />
        )}
        {open === 'slip' && !realityDue && (
          <SlipSheet
            game={game}
            state={state}
            stakeText={stakeText}
            setStakeText={setStakeText}
            together={together}
            setTogether={setTogether}
            onClose={close}
            onPlaced={setTold}
          />
        )}
        {open === 'rules' && (
          <RulesSheet
            state={state}
            design={design}
            onClose={close}
            onFair={() => setOpen('fair')}
          />
        )}
        {open === 'menu' && (
          <MenuSheet
            state={state}
            lobbyUrl={state.lobby_url}
            unit="单"
            commit={book.matches.find(each => each.phase === 'pre')?.commit ?? ''}
            onClose={close}
            onLeave={game.leave}
            onRules={() => setOpen('rules')}
            onFair={() => setOpen('fair')}
            onHistory={() => setOpen('history')}
          />
        )}
        {open === 'fair' && (
          <BookFairSheet
            onClose={close}
            onMatch={each => {
              close()
              openMatch(each)
            }}
          />
        )}
        {open === 'history' && (
          <HistorySheet
            game={game}
            look={bet => betLook(bet, design)}
            onClose={close}
            onFair={() => setOpen('fair')}
            later="终场后可验证"
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
    </BookContext>
  )
}

type BarProps = {
  slip: Slip
  design: BookDesign
  together: boolean
  undecided: number
  covered: boolean
  onOpen: () => void
  onHistory: () => void
}

/** The slip at the thumb; without selections, the way to the tickets that are still open. */
function SlipBar({ slip, design, together, undecided, covered, onOpen, onHistory }: BarProps) {
  const { legs } = slip
  const prices = legs.map(leg => leg.offer?.price ?? leg.price)
  const words = slipText(legs, prices, together && !slip.clash, design)
  return (
    <footer className="dock" inert={covered}>
      {legs.length > 0 ? (
        <button type="button" className="slipbar" onClick={onOpen}>
          <i>{legs.length}</i>投注单<span className="what">{words}</span>
          <UpIcon />
        </button>
      ) : (
        <div className="slipnone">
          <span className="cap c2">点赔率加入投注单 · 赔率含本金</span>
          <button type="button" className="btn" onClick={onHistory}>
            注单{undecided > 0 ? ` · 未结算 ${undecided}` : ''}
          </button>
        </div>
      )}
    </footer>
  )
}

const UpIcon = () => (
  <svg
    className="up-i"
    viewBox="0 0 24 24"
    width="22"
    height="22"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M6 15l6-6 6 6" />
  </svg>
)

function RulesSheet({
  state,
  design,
  onClose,
  onFair,
}: {
  state: State
  design: BookDesign
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
    <Sheet title="规则与赔率" onClose={onClose} foot={foot}>
      <design.Rules />
    </Sheet>
  )
}
