import { itemAt } from '../../model/present.ts'
import { CloseIcon } from '../frame/icons.tsx'
import { yuan } from '../kit/money.ts'
import { obstacle } from '../session/obstacle.ts'
import { Sheet } from '../frame/Sheet.tsx'
import type { Game } from '../session/useGame.ts'
import type { State } from '../session/wire.ts'
import { useParts } from './BookContext.ts'
import { mostFen, oddsText, productText, untilText } from './odds.ts'
import { useNow } from './useNow.ts'
import type { ShownLeg } from './useSlip.ts'

type Props = {
  game: Game
  state: State
  stakeText: string
  setStakeText: (text: string) => void
  together: boolean
  setTogether: (together: boolean) => void
  onClose: () => void
  onPlaced: (text: string) => void
}

/** 元 as typed, in 分; null when it is no amount. */
function fenOf(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,7})(?:\.(\d{0,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** What is selected: prices to accept, the stake, what it can return and how likely that is. */
export function SlipSheet({
  game,
  state,
  stakeText,
  setStakeText,
  together: wanted,
  setTogether,
  onClose,
  onPlaced,
}: Props) {
  const { book, slip, design } = useParts()
  const { legs } = slip
  const { min_stake: least, max_stake: most, max_payout: cap } = book.view.book
  const together = wanted && legs.length > 1
  const stakeFen = fenOf(stakeText)
  const tickets = together ? 1 : legs.length
  const total = (stakeFen ?? 0) * tickets
  // While a ticket is being taken, the prices it was sent with are the ones that count.
  const prices = legs.map(leg =>
    slip.sending === 'no' ? (leg.offer?.price ?? leg.price) : leg.price,
  )
  const returned = together
    ? mostFen(stakeFen ?? 0, prices)
    : prices.reduce((sum, price) => sum + mostFen(stakeFen ?? 0, [price]), 0)
  const why =
    stakeFen === null || stakeFen < least || stakeFen > most
      ? `注额 ${least / 100} – ${(most / 100).toLocaleString('zh-CN')} 元`
      : (together ? returned : Math.max(...prices.map(price => mostFen(stakeFen, [price])))) > cap
        ? `单张最高返还 ${yuan(cap)} 元`
        : obstacle(state, total)
  const add = (fen: number) =>
    setStakeText((Math.min(most, (stakeFen ?? 0) + fen) / 100).toFixed(2))
  const submit = async () => {
    const [first] = legs
    const words = together
      ? `${legs.length} 串 1 @ ${productText(prices)}`
      : tickets === 1 && first?.now
        ? `${design.pickName(first.now, first.pick)} @ ${oddsText(itemAt(prices, 0))}`
        : `${tickets} 张单注`
    const taken = await slip.place(stakeFen!, together)
    if (taken === tickets) {
      onPlaced(`${words} 已成立，注额 ${yuan(total)} 元`)
      onClose()
    } else if (taken > 0) onPlaced(`${taken} 张已成立，其余没有成立`)
  }
  const busy = slip.sending !== 'no'
  const button = label({
    busy,
    waiting: slip.sending === 'waiting',
    legs,
    ready: slip.ready,
    clash: together && slip.clash,
    why: why !== null,
  })
  const foot = (
    <>
      <div className="grow">
        <div className="cap">合计</div>
        <b className="sumv">{yuan(total)}</b> <span className="cap">元</span>
      </div>
      <button
        type="button"
        className="btn pri go"
        aria-disabled={button !== '确认投注'}
        onClick={() => {
          if (button === '确认投注') void submit()
        }}
      >
        {button}
      </button>
    </>
  )
  return (
    <Sheet title="投注单" onClose={onClose} foot={foot}>
      <div className="tabs" role="tablist" aria-label="单注或串关">
        <button
          type="button"
          role="tab"
          aria-selected={!together}
          onClick={() => setTogether(false)}
        >
          单注 {legs.length}
        </button>
        <button
          type="button"
          role="tab"
          aria-selected={together}
          aria-disabled={legs.length < 2}
          onClick={() => {
            if (legs.length > 1) setTogether(true)
          }}
        >
          {legs.length > 1 ? `串关 ${legs.length} 串 1` : '串关'}
        </button>
      </div>
      {legs.length === 0 && <p className="none">点选赔率加入投注单。</p>}
      <ul>
        {legs.map(leg => (
          <LegRow
            key={`${leg.match} ${leg.pick}`}
            leg={leg}
            onRemove={() => {
              slip.remove(leg)
              if (legs.length === 1) onClose()
            }}
          />
        ))}
      </ul>
      {together && slip.clash && (
        <p className="chg solo" role="alert">
          同一场比赛的选项不能串在一起，请移除其中一个或改为单注
        </p>
      )}
      {legs.length > 0 && (
        <>
          <div className="lab">
            <label htmlFor="stake">注额（元{tickets > 1 ? '，每注' : ''}）</label>
            <span>
              单注 {least / 100} – {(most / 100).toLocaleString('zh-CN')}
            </span>
          </div>
          <div className="fld">
            <input
              id="stake"
              inputMode="decimal"
              autoComplete="off"
              value={stakeText}
              disabled={busy}
              onChange={event => setStakeText(event.target.value)}
            />
            <button type="button" className="btn" disabled={busy} onClick={() => add(5_000)}>
              +50
            </button>
            <button type="button" className="btn" disabled={busy} onClick={() => add(10_000)}>
              +100
            </button>
          </div>
          <dl className="sum">
            {together && (
              <div>
                <dt>串关赔率 {prices.map(oddsText).join(' × ')}</dt>
                <dd>{productText(prices)}</dd>
              </div>
            )}
            <div>
              <dt>最高返还（含本金）</dt>
              <dd className="gold">{yuan(returned)} 元</dd>
            </div>
            {(together || legs.length === 1) && (
              <div>
                <dt>{together ? '全部选项命中概率（去水）' : '命中概率（去水）'}</dt>
                <dd>{percentOf(legs)}</dd>
              </div>
            )}
          </dl>
          <button
            type="button"
            className="switch"
            role="switch"
            aria-checked={slip.better}
            onClick={() => slip.setBetter(!slip.better)}
          >
            <span>赔率上升时自动接受</span>
            <i className="tog" />
          </button>
        </>
      )}
      <p className="warn" role="status">
        {game.notice ||
          (legs.length > 0 && why) ||
          (slip.sending === 'waiting'
            ? '滚球确认中，保持这个赔率，2 秒后成立；盘口暂停则不成立'
            : '')}
      </p>
    </Sheet>
  )
}

function label({
  busy,
  waiting,
  legs,
  ready,
  clash,
  why,
}: {
  busy: boolean
  waiting: boolean
  legs: readonly ShownLeg[]
  ready: boolean
  clash: boolean
  why: boolean
}): string {
  if (busy) return waiting ? '确认中 2 秒…' : '确认中…'
  if (legs.length === 0) return '还没有选项'
  if (legs.some(leg => leg.state === 'over')) return '先移除已结束的选项'
  if (legs.some(leg => leg.state === 'closed')) return '盘口暂停'
  if (!ready) return '先接受新赔率'
  if (clash) return '不能串关'
  return why ? '请调整注额' : '确认投注'
}

/** All chances multiplied, as the selections of a ticket belong to different matches. */
function percentOf(legs: readonly ShownLeg[]): string {
  const chance = legs.reduce((product, leg) => product * ((leg.offer?.ppm ?? 0) / 1e6), 1)
  return `${(chance * 100).toFixed(chance < 0.01 ? 2 : 1)}%`
}

function LegRow({ leg, onRemove }: { leg: ShownLeg; onRemove: () => void }) {
  const { book, slip, design } = useParts()
  const nowMs = useNow(book.offMs)
  const { now } = leg
  const names = now ? `${design.teamName(now.home)} v ${design.teamName(now.away)}` : ''
  const when =
    now?.phase === 'pre'
      ? `开赛 ${untilText(now.kicks_off_at - nowMs)}`
      : now?.phase === 'live'
        ? `滚球 ${design.clock(now)}`
        : '已结束'
  const name = now ? design.pickName(now, leg.pick) : leg.pick
  return (
    <li className="leg">
      <button type="button" className="icon" aria-label={`移除 ${name}`} onClick={onRemove}>
        <CloseIcon />
      </button>
      <div className="grow">
        <div className="row apart">
          <b>{name}</b>
          <b className="gold price">
            {slip.sending !== 'no'
              ? oddsText(leg.price)
              : leg.state === 'closed'
                ? '暂停'
                : leg.state === 'over'
                  ? '—'
                  : oddsText(leg.offer!.price!)}
          </b>
        </div>
        <div className="cap c2">
          {names} · {when}
        </div>
        {leg.state === 'changed' && slip.sending === 'no' && (
          <div className="chg" role="alert">
            {leg.key === now!.key ? (
              <>
                赔率 <s>{oddsText(leg.price)}</s> → <b>{oddsText(leg.offer!.price!)}</b> 已变动
              </>
            ) : (
              <>
                比分已变动，现为 <b>{oddsText(leg.offer!.price!)}</b>
              </>
            )}
            <button type="button" className="accept" onClick={() => slip.accept(leg)}>
              接受
            </button>
          </div>
        )}
      </div>
    </li>
  )
}
