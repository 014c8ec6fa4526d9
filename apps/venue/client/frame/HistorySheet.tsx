import { useEffect, useState, type ReactNode } from 'react'
import { signedYuan, yuan } from '../kit/money.ts'
import { Sheet } from './Sheet.tsx'
import type { Game } from '../session/useGame.ts'
import { verifyUrl } from '../session/verifyUrl.ts'
import type { Bet, History } from '../session/wire.ts'

const RANGES = [
  ['session', '本次'],
  ['today', '今天'],
  ['week', '七天'],
] as const
type Range = (typeof RANGES)[number][0]
const STATUS = { OPEN: '未结算', SETTLED: '已结算', VOID: '已作废' } as const
export type BetLook = { picture: ReactNode; title: string; lines: [string, string][] }

/** A bet by what all games have in common; its own game's page shows more. */
export function plainLook(bet: Bet): BetLook {
  return {
    picture: <img src={`/art/${bet.game_code}.svg`} alt="" width={40} height={40} />,
    title: bet.game_name,
    lines: [
      ['局号', bet.round_id],
      ['承诺', `${bet.fairness.commit.slice(0, 12)}…`],
    ],
  }
}

type Props = {
  game: Game
  /** How this game shows its own bets; those of the venue's other games are shown plainly. */
  look: (bet: Bet) => BetLook
  onClose: () => void
  onFair: () => void
  /** What makes an unrevealed seed public. */
  later?: string
}

export function HistorySheet({ game, look, onClose, onFair, later = '更换种子后可验证' }: Props) {
  const [range, setRange] = useState<Range>('session')
  const [loaded, setLoaded] = useState<{ range: Range; page: History | null } | null>(null)
  const page = loaded?.range === range ? loaded.page : null
  const [open, setOpen] = useState('')
  const { ask } = game
  useEffect(() => {
    let current = true
    void ask<History>('GET', `/api/bets?range=${range}`).then(found => {
      if (current) setLoaded({ range, page: found })
    })
    return () => {
      current = false
    }
  }, [ask, range])
  const more = async () => {
    const found = await ask<History>(
      'GET',
      `/api/bets?range=${range}&before=${page!.items.at(-1)!.bet_id}`,
    )
    if (found) setLoaded({ range, page: { ...found, items: [...page!.items, ...found.items] } })
  }
  return (
    <Sheet title="注单记录" onClose={onClose} tall>
      <div className="filt">
        {RANGES.map(([value, label]) => (
          <button
            type="button"
            key={value}
            aria-pressed={range === value}
            onClick={() => setRange(value)}
          >
            {label}
          </button>
        ))}
      </div>
      <dl className="stats">
        <div>
          <dt>注单</dt>
          <dd>{page ? page.totals.count : '–'}</dd>
        </div>
        <div>
          <dt>下注</dt>
          <dd>{page ? yuan(page.totals.staked) : '–'}</dd>
        </div>
        <div>
          <dt>返还</dt>
          <dd>{page ? yuan(page.totals.returned) : '–'}</dd>
        </div>
        <div>
          <dt>净额</dt>
          <dd>{page ? signedYuan(page.totals.net) : '–'}</dd>
        </div>
      </dl>
      {page?.items.length === 0 && <p className="none">这段时间还没有注单。</p>}
      {page &&
        days(page.items).map(({ day, bets }) => (
          <section key={day}>
            <div className="day">
              <span>{day}</span>
              <span>金额单位 元</span>
            </div>
            {bets.map(bet => (
              <Row
                key={bet.bet_id}
                bet={bet}
                look={bet.game_code === game.state?.game.code ? look(bet) : plainLook(bet)}
                open={open === bet.bet_id}
                onToggle={() => setOpen(open === bet.bet_id ? '' : bet.bet_id)}
                onFair={onFair}
                later={later}
              />
            ))}
          </section>
        ))}
      {page?.has_more && (
        <button type="button" className="btn wide more" onClick={() => void more()}>
          更多
        </button>
      )}
    </Sheet>
  )
}

function days(items: Bet[]): { day: string; bets: Bet[] }[] {
  const found: { day: string; bets: Bet[] }[] = []
  for (const bet of items) {
    const day = new Date(bet.placed_at).toLocaleDateString('zh-CN', {
      month: 'long',
      day: 'numeric',
      timeZone: 'Asia/Shanghai',
    })
    if (found.at(-1)?.day !== day) found.push({ day, bets: [] })
    found.at(-1)!.bets.push(bet)
  }
  return found
}

function Row({
  bet,
  look,
  open,
  onToggle,
  onFair,
  later,
}: {
  bet: Bet
  look: BetLook
  open: boolean
  onToggle: () => void
  onFair: () => void
  later: string
}) {
  const time = new Date(bet.placed_at).toLocaleTimeString('zh-CN', {
    hour12: false,
    timeZone: 'Asia/Shanghai',
  })
  const net = bet.status === 'VOID' ? 0 : bet.net
  return (
    <>
      <button type="button" className="hr" aria-expanded={open} onClick={onToggle}>
        {look.picture}
        <span>
          <b>{look.title}</b>
          <span className="cap c2">
            {time} · 注 {yuan(bet.stake)}
            {bet.payout > 0 && ` · 返还 ${yuan(bet.payout)}`}
          </span>
        </span>
        <span className="r">
          <b className={net > 0 ? 'up' : ''}>{signedYuan(net)}</b>
          <span className="cap c2">
            <i className={`dot ${bet.status === 'OPEN' ? 'open' : 'ok'}`} />
            {STATUS[bet.status]}
          </span>
        </span>
      </button>
      {open && (
        <div className="det">
          <dl>
            {look.lines.map(([what, worth]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{worth}</dd>
              </div>
            ))}
            <div>
              <dt>有效投注</dt>
              <dd>{yuan(bet.valid_amount)}</dd>
            </div>
            <div>
              <dt>注单号</dt>
              <dd>
                <button
                  type="button"
                  className="mini"
                  onClick={() => void navigator.clipboard?.writeText(bet.bet_id)}
                  aria-label={`复制注单号 ${bet.bet_id}`}
                >
                  {bet.bet_id}
                </button>
              </dd>
            </div>
          </dl>
          {bet.fairness.server_seed ? (
            <a className="btn wide" href={verifyUrl(bet)} target="_blank" rel="noopener noreferrer">
              验证公平
            </a>
          ) : (
            <button type="button" className="btn wide" onClick={onFair}>
              {later}
            </button>
          )}
        </div>
      )}
    </>
  )
}
