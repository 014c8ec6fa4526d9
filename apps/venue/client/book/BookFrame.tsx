import { useEffect, useMemo, useRef, useState } from 'react'
import { Head } from '../frame/Head.tsx'
import { Race } from '../frame/Race.tsx'
import { Interruption } from '../frame/lazyInterruption.ts'
import { lazyPart } from '../frame/lazyPart.tsx'
import { Reconnecting } from '../frame/Reconnecting.tsx'
import { RulesSheet } from '../frame/RulesSheet.tsx'
import type { Game } from '../session/useGame.ts'
import { useCovered } from '../frame/useCovered.ts'
import { useMissed } from '../session/useMissed.ts'
import { useDue } from '../session/useDue.ts'
import { useTopUp } from '../frame/useTopUp.tsx'
import type { State, Stored } from '../session/wire.ts'
import { betLook } from './betLook.tsx'
import { BookContext, useBookContext } from './BookContext.ts'
import type { BookDesign } from './BookDesign.ts'
import { BookFairSheet } from './BookFairSheet.tsx'
import { MatchList } from './MatchList.tsx'
import { MatchPage } from './MatchPage.tsx'
import { slipText } from './slipText.ts'
import { SlipSheet } from './SlipSheet.tsx'
import type { BookGame } from './useBook.ts'
import type { Match } from './wire.ts'
import { useOpenMatch } from './useOpenMatch.ts'
import { useSlip } from './useSlip.ts'

const MenuSheet = lazyPart(async () => (await import('../frame/MenuSheet.tsx')).MenuSheet)
const HistorySheet = lazyPart(
  async () => (await import('../frame/HistorySheet.tsx')).HistorySheet<Stored>,
)

const MissedSheet = lazyPart(
  async () => (await import('../frame/MissedSheet.tsx')).MissedSheet<Stored>,
)

type Open = 'rules' | 'menu' | 'fair' | 'history' | 'slip' | null
type Props = { game: Game; state: State; book: BookGame; design: BookDesign }
const TOAST_MS = 6_000

/**
 * The frame of every book: head, list or match, the slip's bar, sheets, and what a screen reader is
 * told.
 */
export function BookFrame({ game, state, book, design }: Props) {
  const slip = useSlip(game, book)
  const [open, setOpen] = useState<Open>(null)
  const [stakeText, setStakeText] = useState('50.00')
  const [together, setTogether] = useState(true)
  const [number, openMatch, back] = useOpenMatch()
  const match = book.matches.find(each => each.number === number)
  const stopped = useDue(state, game.clockOffMs)
  const due = slip.sending === 'no' ? stopped : null
  const context = useMemo(() => ({ book, slip, design }), [book, slip, design])
  const topUp = useTopUp(game, state)
  const toHistory = () => setOpen('history')
  const missed = useMissedSheet(game, { book, design, stopped: due !== null, toHistory })
  const covered = useCovered(open !== null, due !== null, topUp.open, missed !== null)
  const openSlip = () => {
    game.setNotice('')
    setOpen('slip')
  }
  const main = useScrolledUp(number)

  return (
    <BookContext value={context}>
      <div className={`g wide booked${game.offline ? ' frozen' : ''}`} data-room={design.room}>
        <Head
          name={design.name}
          demo={state.demo}
          lobbyUrl={state.lobby_url}
          limitUrl={state.limit_url}
          onLeave={game.leave}
          onOpen={setOpen}
          startedAt={state.session.started_at}
          clockOffMs={game.clockOffMs}
          netFen={state.session.net}
          balanceFen={state.balance}
          onMoney={topUp.ask}
        />
        <main className="main" ref={main} inert={covered}>
          <Race game={game} state={state} />
          {match ? <MatchPage match={match} onBack={back} /> : <MatchList onOpen={openMatch} />}
        </main>
        <SlipBar together={together} covered={covered} onOpen={openSlip} onHistory={toHistory} />
        <Toast />
        <MatchAnnouncement match={match} />
        <Reconnecting game={game} />
        {due === null && topUp.sheet}
        {missed}
        {open === 'slip' && due === null && (
          <SlipSheet
            game={game}
            state={state}
            stakeText={stakeText}
            setStakeText={setStakeText}
            together={together}
            setTogether={setTogether}
            onClose={() => setOpen(null)}
            onPlaced={book.setToast}
          />
        )}
        <BookSheet open={open} setOpen={setOpen} game={game} state={state} onMatch={openMatch} />
        {open !== 'history' && (
          <Interruption due={due} game={game} state={state} onHistory={toHistory} />
        )}
      </div>
    </BookContext>
  )
}

type Telling = {
  book: BookGame
  design: BookDesign
  /** Something that must be answered stands before the game. */
  stopped: boolean
  toHistory: () => void
}

/** What became of tickets while nobody looked; null when everything was told. */
function useMissedSheet(game: Game, { book, design, stopped, toHistory }: Telling) {
  const { bets, seen } = useMissed<Stored>(game, { moment: book.view })
  if (bets.length === 0 || stopped) return null
  return (
    <MissedSheet
      bets={bets}
      look={bet => betLook(bet, design)}
      onClose={seen}
      onHistory={() => {
        seen()
        toHistory()
      }}
    />
  )
}

/** What shows another match begins at its top. */
function useScrolledUp(shown: unknown) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    main.current?.scrollTo(0, 0)
  }, [shown])
  return main
}

/** What has become of a ticket; it passes once it could be read. */
function Toast() {
  const { toast, setToast } = useBookContext().book
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(''), TOAST_MS)
    return () => clearTimeout(timer)
  }, [toast, setToast])
  return (
    <p className={`toast${toast ? ' on' : ''}`} role="status">
      {toast}
    </p>
  )
}

function MatchAnnouncement({ match }: { match: Match | undefined }) {
  const { design } = useBookContext()
  if (match?.phase !== 'live') return null
  return (
    <p className="sr" role="status">
      {design.latestEventText(match)}
    </p>
  )
}

type SheetProps = {
  open: Open
  setOpen: (open: Open) => void
  game: Game
  state: State
  onMatch: (number: number) => void
}

/** What is read beside the matches; the slip is not among it. */
function BookSheet({ open, setOpen, game, state, onMatch }: SheetProps) {
  const { book, design } = useBookContext()
  const close = () => setOpen(null)
  const toFair = () => setOpen('fair')
  switch (open) {
    case 'rules':
      return (
        <RulesSheet game={state.game} title="规则与赔率" onClose={close} onFair={toFair}>
          <design.Rules />
        </RulesSheet>
      )
    case 'menu':
      return (
        <MenuSheet
          state={state}
          unit="单"
          commit={book.matches.find(each => each.phase === 'pre')?.commit ?? ''}
          onClose={close}
          onLeave={game.leave}
          onOpen={setOpen}
        />
      )
    case 'fair':
      return (
        <BookFairSheet
          onClose={close}
          onMatch={each => {
            close()
            onMatch(each)
          }}
        />
      )
    case 'history':
      return (
        <HistorySheet
          game={game}
          look={bet => betLook(bet, design)}
          onClose={close}
          onFair={toFair}
          later="终场后可验证"
        />
      )
    default:
      return null
  }
}

type BarProps = {
  together: boolean
  covered: boolean
  onOpen: () => void
  onHistory: () => void
}

/** The slip at the thumb; without selections, the way to the tickets that are still open. */
function SlipBar({ together, covered, onOpen, onHistory }: BarProps) {
  const { book, slip, design } = useBookContext()
  const { legs } = slip
  const undecided = book.mine.filter(each => each.status === 'OPEN').length
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
