import { t } from '../words/words.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { copyText } from '../kit/copy.ts'
import { signedYuan, yuan } from '../kit/money.ts'
import { dayName, secondTime } from '../kit/when.ts'
import { Sheet } from './Sheet.tsx'
import type { Game } from '../session/useGame.ts'
import { verifyUrl } from '../session/verifyUrl.ts'
import type { Bet, History, Stored } from '../session/wire.ts'
import { PAGE_TARGET } from '../session/frame.ts'

const RANGES = [
  ['session', 'history.session'],
  ['today', 'history.today'],
  ['week', 'history.week'],
] as const
type Range = (typeof RANGES)[number][0]
const STATUS = {
  OPEN: 'history.open',
  SETTLED: 'history.settled',
  VOID: 'history.void',
} as const
export type BetLook = {
  picture: ReactNode
  title: string
  lines: [string, string][]
  /** What came of a bet, where its title does not say so. */
  result?: string
}

/** A bet by what all games have in common; its own game's page shows more. */
export function plainLook(bet: Bet): BetLook {
  return {
    picture: <img src={`/art/${bet.game_code}.svg`} alt="" width={40} height={40} />,
    title: bet.game_name,
    lines: [
      [t('history.round'), bet.round_id],
      [t('history.commit'), `${bet.fairness.commit.slice(0, 12)}…`],
    ],
  }
}

/** The way to the bets of all venues, at the operator. */
function allHistory(url: string | null | undefined) {
  return url ? (
    <a className="btn wide" href={url} target={PAGE_TARGET}>
      {t('history.all')}
    </a>
  ) : null
}

type Props<Outcome> = {
  game: Pick<Game<Outcome>, 'ask' | 'state'>
  /** How this game shows its own bets; those of the venue's other games are shown plainly. */
  look: (bet: Bet<Outcome>) => BetLook
  onClose: () => void
  onFair: () => void
  /** What makes an unrevealed seed public. */
  later?: string
}

export function HistorySheet<Outcome = Stored>({
  game,
  look,
  onClose,
  onFair,
  later = t('history.later'),
}: Props<Outcome>) {
  const [range, setRange] = useState<Range>('session')
  const { page, more } = useHistory(game.ask, range)
  const [open, setOpen] = useState('')
  // The code of a game says what its bets store.
  const isOwn = (bet: Bet | Bet<Outcome>): bet is Bet<Outcome> =>
    bet.game_code === game.state?.game.code
  return (
    <Sheet
      title={t('history.title')}
      onClose={onClose}
      tall
      foot={allHistory(game.state?.history_url)}
    >
      <div className="filt">
        {RANGES.map(([value, label]) => (
          <button
            type="button"
            key={value}
            aria-pressed={range === value}
            onClick={() => setRange(value)}
          >
            {t(label)}
          </button>
        ))}
      </div>
      <Totals totals={page?.totals} />
      {page?.items.length === 0 && <p className="none">{t('history.none')}</p>}
      {days(page?.items ?? []).map(({ day, bets }) => (
        <section key={day}>
          <div className="day">
            <span>{day}</span>
            <span>{t('history.unit')}</span>
          </div>
          {bets.map(bet => (
            <Row
              key={bet.bet_id}
              bet={bet}
              look={isOwn(bet) ? look(bet) : plainLook(bet)}
              open={open === bet.bet_id}
              onToggle={() => setOpen(open === bet.bet_id ? '' : bet.bet_id)}
              onFair={onFair}
              later={later}
            />
          ))}
        </section>
      ))}
      {page?.has_more && (
        <button type="button" className="btn wide more" onClick={() => void more(page)}>
          {t('more')}
        </button>
      )}
    </Sheet>
  )
}

/** The bets of a range, newest first, as far as they were asked for. */
function useHistory(ask: Game['ask'], range: Range) {
  const [loaded, setLoaded] = useState<{ range: Range; page: History | null } | null>(null)
  useEffect(() => {
    let current = true
    void ask<History>('GET', `/api/bets?range=${range}`).then(found => {
      if (current) setLoaded({ range, page: found })
    })
    return () => {
      current = false
    }
  }, [ask, range])
  const more = async (page: History) => {
    const before = page.items.at(-1)?.bet_id ?? ''
    const found = await ask<History>('GET', `/api/bets?range=${range}&before=${before}`)
    if (found) setLoaded({ range, page: { ...found, items: [...page.items, ...found.items] } })
  }
  return { page: loaded?.range === range ? loaded.page : null, more }
}

function Totals({ totals }: { totals: History['totals'] | undefined }) {
  return (
    <dl className="stats">
      <div>
        <dt>{t('history.bets')}</dt>
        <dd>{totals ? totals.count : '–'}</dd>
      </div>
      <div>
        <dt>{t('history.staked')}</dt>
        <dd>{totals ? yuan(totals.staked) : '–'}</dd>
      </div>
      <div>
        <dt>{t('history.returned')}</dt>
        <dd>{totals ? yuan(totals.returned) : '–'}</dd>
      </div>
      <div>
        <dt>{t('history.net')}</dt>
        <dd>{totals ? signedYuan(totals.net) : '–'}</dd>
      </div>
    </dl>
  )
}

/** Bets of one day after another, as they come. */
function days(items: Bet[]): { day: string; bets: Bet[] }[] {
  const found: { day: string; bets: Bet[] }[] = []
  for (const bet of items) {
    const day = dayName(bet.placed_at)
    const last = found.at(-1)
    if (last?.day === day) last.bets.push(bet)
    else found.push({ day, bets: [bet] })
  }
  return found
}

type RowProps = {
  bet: Bet
  look: BetLook
  open: boolean
  onToggle: () => void
  onFair: () => void
  later: string
}

function Row({ bet, look, open, onToggle, onFair, later }: RowProps) {
  const time = secondTime(bet.placed_at)
  const net = bet.status === 'VOID' ? 0 : bet.net
  return (
    <>
      <button type="button" className="hr" aria-expanded={open} onClick={onToggle}>
        {look.picture}
        <span>
          <b>{look.title}</b>
          <span className="cap c2">
            {time} · {t('history.stake_of', { amount: yuan(bet.stake) })}
            {bet.payout > 0 && ` · ${t('history.return_of', { amount: yuan(bet.payout) })}`}
          </span>
        </span>
        <span className="r">
          <b>{signedYuan(net)}</b>
          <span className="cap c2">
            <i className={`dot ${bet.status === 'OPEN' ? 'open' : 'ok'}`} />
            {t(STATUS[bet.status])}
          </span>
        </span>
      </button>
      {open && <Details bet={bet} look={look} onFair={onFair} later={later} />}
    </>
  )
}

/** How long a copied number says so, in ms. */
const COPIED_MS = 2_000

/** A bet's number, which a touch copies, and says that it has. */
function BetNumber({ id }: { id: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <button
        type="button"
        className="mini"
        onClick={event => void copyText(id, event.currentTarget).then(setCopied)}
        aria-label={t('history.copy', { number: id })}
      >
        {id}
      </button>
      <span className="cap up" role="status">
        {copied && ` ${t('history.copied')}`}
      </span>
    </>
  )
}

/** What a bet was, its number, and the way to verify it. */
function Details({ bet, look, onFair, later }: Omit<RowProps, 'open' | 'onToggle'>) {
  return (
    <div className="det">
      <dl>
        {look.lines.map(([what, worth]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{worth}</dd>
          </div>
        ))}
        <div>
          <dt>{t('history.valid')}</dt>
          <dd>{yuan(bet.valid_amount)}</dd>
        </div>
        <div>
          <dt>{t('history.number')}</dt>
          <dd>
            <BetNumber id={bet.bet_id} />
          </dd>
        </div>
      </dl>
      {bet.fairness.server_seed ? (
        <a className="btn wide" href={verifyUrl(bet)} target="_blank" rel="noopener noreferrer">
          {t('history.verify')}
        </a>
      ) : (
        <button type="button" className="btn wide" onClick={onFair}>
          {later}
        </button>
      )}
    </div>
  )
}
