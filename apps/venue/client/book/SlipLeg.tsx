import { CloseIcon } from '../frame/icons.tsx'
import { useBookContext } from './BookContext.ts'
import type { BookDesign } from './BookDesign.ts'
import { oddsText, untilText } from './odds.ts'
import { useNow } from './useNow.ts'
import type { ShownLeg } from './useSlip.ts'
import type { Match } from './wire.ts'

function whenText(match: Match | undefined, design: BookDesign, nowMs: number): string {
  if (match?.phase === 'pre') return `开赛 ${untilText(match.kicks_off_at - nowMs)}`
  return match?.phase === 'live' ? `滚球 ${design.clock(match)}` : '已结束'
}

function priceText({ state, price, offered }: ShownLeg, isSending: boolean): string {
  if (isSending) return oddsText(price)
  if (offered) return oddsText(offered.price)
  return state === 'closed' ? '暂停' : '—'
}

/** A selection on the slip, with a changed price to accept. */
export function SlipLeg({ leg, onRemove }: { leg: ShownLeg; onRemove: () => void }) {
  const { book, slip, design } = useBookContext()
  const nowMs = useNow(book.offMs)
  const { now } = leg
  const names = now ? `${design.teamName(now.home)} v ${design.teamName(now.away)}` : ''
  const name = now ? design.pickName(now, leg.pick) : leg.pick
  return (
    <li className="leg">
      <button type="button" className="icon" aria-label={`移除 ${name}`} onClick={onRemove}>
        <CloseIcon />
      </button>
      <div className="grow">
        <div className="row apart">
          <b>{name}</b>
          <b className="gold price">{priceText(leg, slip.sending !== 'no')}</b>
        </div>
        <div className="cap c2">
          {names} · {whenText(now, design, nowMs)}
        </div>
        {leg.state === 'changed' && slip.sending === 'no' && <ChangedPrice leg={leg} />}
        {leg.state === 'moved' && slip.sending === 'no' && <MovedPrice leg={leg} />}
      </div>
    </li>
  )
}

/** A price that moved and is taken unasked: from what to what, and which way. */
function MovedPrice({ leg }: { leg: ShownLeg }) {
  const { price } = leg.offered ?? leg
  const rose = price > leg.price
  return (
    <p className={`moved ${rose ? 'up' : 'c2'}`} role="status">
      赔率 <s>{oddsText(leg.price)}</s> → <b>{oddsText(price)}</b>{' '}
      {rose ? '↑ 按更优赔率成立' : '↓ 在接受范围内'}
    </p>
  )
}

function ChangedPrice({ leg }: { leg: ShownLeg }) {
  const { slip } = useBookContext()
  if (!leg.offered) return null
  const { price, key } = leg.offered
  return (
    <div className="chg" role="alert">
      {leg.key === key ? (
        <>
          赔率 <s>{oddsText(leg.price)}</s> → <b>{oddsText(price)}</b> 已变动
        </>
      ) : (
        <>
          比分已变动，现为 <b>{oddsText(price)}</b>
        </>
      )}
      <button type="button" className="accept" onClick={() => slip.accept(leg)}>
        接受
      </button>
    </div>
  )
}
