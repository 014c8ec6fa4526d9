import { shortFen } from '@tianping/money'
import { yuan } from '../kit/money.ts'
import { blockedReason } from '../session/blockedReason.ts'
import { Sheet } from '../frame/Sheet.tsx'
import type { Game } from '../session/useGame.ts'
import type { State } from '../session/wire.ts'
import { BOOK_LIMITS } from '../../model/Book.ts'
import { useBookContext } from './BookContext.ts'
import { DelayNote } from './DelayNote.tsx'
import { chanceText, oddsText, productText } from './odds.ts'
import { SlipLeg } from './SlipLeg.tsx'
import { slipSum, type SlipSum } from './slipSum.ts'
import { slipText } from './slipText.ts'
import type { Slip } from './useSlip.ts'
import type { Slipped, StoredLeg } from './wire.ts'

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

const CONFIRM = '确认投注'
const ACCEPT = '接受新赔率并投注'

/** What is selected: prices to accept, the stake, what it can return and how likely that is. */
export function SlipSheet({ game, state, stakeText, onClose, onPlaced, ...props }: Props) {
  const { book, slip, design } = useBookContext()
  const { legs } = slip
  const together = props.together && legs.length > 1
  const sum = slipSum(slip, book.view.book, stakeText, together)
  const { stakeFen, tickets, totalFen } = sum
  const why = sum.trouble ?? blockedReason(state, totalFen)
  const submit = async () => {
    if (stakeFen === null) return
    const taken = await slip.place(stakeFen, together)
    if (taken.length === tickets) {
      const words = slipText(legs, pricesOf(taken), together, design)
      onPlaced(`${words} 已成立，注额 ${yuan(totalFen)} 元`)
      onClose()
    } else if (taken.length > 0) onPlaced(`${taken.length} 张已成立，其余没有成立`)
  }
  const label = labelOf(slip, together && slip.clash, why !== null)
  return (
    <Sheet
      title="投注单"
      onClose={onClose}
      foot={<Foot totalFen={totalFen} label={label} onSubmit={() => void submit()} />}
    >
      <TicketTabs count={legs.length} together={together} setTogether={props.setTogether} />
      {legs.length === 0 && <p className="none">点选赔率加入投注单。</p>}
      <ul>
        {legs.map(leg => (
          <SlipLeg
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
          <Stake sum={sum} text={stakeText} setText={props.setStakeText} />
          <Returns sum={sum} together={together} />
          <AcceptSwitches />
        </>
      )}
      {legs.some(leg => leg.now?.phase === 'live') && <DelayNote />}
      <p className="warn" role="status">
        {game.notice || warning(slip, why)}
      </p>
    </Sheet>
  )
}

function labelOf(
  { sending, legs, ready, asks }: Pick<Slip, 'sending' | 'legs' | 'ready' | 'asks'>,
  clash: boolean,
  isBlocked: boolean,
): string {
  if (sending !== 'no') return sending === 'waiting' ? '确认中 2 秒…' : '确认中…'
  if (legs.length === 0) return '还没有选项'
  if (legs.some(leg => leg.state === 'over')) return '先移除已结束的选项'
  if (legs.some(leg => leg.state === 'closed')) return '盘口暂停'
  if (!ready) return '选项过多'
  if (clash) return '不能串关'
  if (isBlocked) return '请调整注额'
  return asks ? ACCEPT : CONFIRM
}

function warning({ legs, sending }: Slip, why: string | null): string {
  if (legs.length > 0 && why) return why
  return sending === 'waiting' ? '滚球确认中，保持这个赔率，2 秒后成立；盘口暂停则不成立' : ''
}

type FootProps = { totalFen: number; label: string; onSubmit: () => void }

function Foot({ totalFen, label, onSubmit }: FootProps) {
  const asleep = label !== CONFIRM && label !== ACCEPT
  return (
    <>
      <div className="grow">
        <div className="cap">合计</div>
        <b className="sumv">{yuan(totalFen)}</b> <span className="cap">元</span>
      </div>
      <button
        type="button"
        className="btn pri go"
        aria-disabled={asleep}
        onClick={() => {
          if (!asleep) onSubmit()
        }}
      >
        {label}
      </button>
    </>
  )
}

function TicketTabs({
  count,
  together,
  setTogether,
}: Pick<Props, 'together' | 'setTogether'> & { count: number }) {
  return (
    <div className="tabs" role="tablist" aria-label="单注或串关">
      <button type="button" role="tab" aria-selected={!together} onClick={() => setTogether(false)}>
        单注 {count}
      </button>
      <button
        type="button"
        role="tab"
        aria-selected={together}
        aria-disabled={count < 2}
        onClick={() => {
          if (count > 1) setTogether(true)
        }}
      >
        {count > 1 ? `串关 ${count} 串 1` : '串关'}
      </button>
    </div>
  )
}

type StakeProps = { sum: SlipSum; text: string; setText: (text: string) => void }

function Stake({ sum, text, setText }: StakeProps) {
  const { book, slip } = useBookContext()
  const { min_stake: least, max_stake: most } = book.view.book
  const busy = slip.sending !== 'no'
  const add = (fen: number) => setText((Math.min(most, (sum.stakeFen ?? 0) + fen) / 100).toFixed(2))
  return (
    <>
      <div className="lab">
        <label htmlFor="stake">注额（元{sum.tickets > 1 ? '，每注' : ''}）</label>
        <span>
          单注 {least / 100} – {shortFen(most)}
        </span>
      </div>
      <div className="fld">
        <input
          id="stake"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          disabled={busy}
          onChange={event => setText(event.target.value)}
        />
        <button type="button" className="btn" disabled={busy} onClick={() => add(5_000)}>
          +50
        </button>
        <button type="button" className="btn" disabled={busy} onClick={() => add(10_000)}>
          +100
        </button>
      </div>
    </>
  )
}

/** All chances multiplied, as the selections of a ticket belong to different matches. */
const chanceOf = (legs: Slip['legs']) =>
  legs.reduce((product, leg) => product * ((leg.offer?.ppm ?? 0) / 1e6), 1)

function Returns({ sum, together }: { sum: SlipSum; together: boolean }) {
  const { legs } = useBookContext().slip
  return (
    <dl className="sum">
      {together && (
        <div>
          <dt>串关赔率 {sum.prices.map(oddsText).join(' × ')}</dt>
          <dd>{productText(sum.prices)}</dd>
        </div>
      )}
      <div>
        <dt>最高返还（含本金）</dt>
        <dd className="gold">{yuan(sum.returnedFen)} 元</dd>
      </div>
      {(together || legs.length === 1) && (
        <div>
          <dt>{together ? '全部选项命中概率（去水）' : '命中概率（去水）'}</dt>
          <dd>{chanceText(chanceOf(legs))}</dd>
        </div>
      )}
    </dl>
  )
}

/** Which moved prices are taken without a question; both at first. */
function AcceptSwitches() {
  const { accepts, setAccepts } = useBookContext().slip
  const flip = (name: keyof Slip['accepts']) => setAccepts({ ...accepts, [name]: !accepts[name] })
  return (
    <>
      <Switch name="接受更优赔率" on={accepts.better} onFlip={() => flip('better')} />
      <Switch
        name={`降幅 ${BOOK_LIMITS.usualAcceptWithin / 100}% 以内按最新赔率成立`}
        on={accepts.within}
        onFlip={() => flip('within')}
      />
    </>
  )
}

function Switch({ name, on, onFlip }: { name: string; on: boolean; onFlip: () => void }) {
  return (
    <button type="button" className="switch" role="switch" aria-checked={on} onClick={onFlip}>
      <span>{name}</span>
      <i className="tog" />
    </button>
  )
}

/** The prices at which tickets were taken, one selection after another. */
const pricesOf = (bets: readonly Slipped['bet'][]) =>
  bets.flatMap(bet => (bet.selection as { legs: StoredLeg[] }).legs.map(leg => leg.price))
