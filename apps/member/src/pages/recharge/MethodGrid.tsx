import { fenOf, shortFen } from '@tianping/money'
import { useId } from 'react'
import { Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { moveAlong } from '../../ui/Tabs.tsx'
import { grouped, type MethodFacts, type Offer } from './methods.ts'
import css from './recharge.module.css'

type Props = {
  offers: readonly Offer[]
  value: string
  /** The method of the last deposit; empty for none. */
  last: string
  /** What stands in the amount field. */
  fen: bigint
  onChange: (key: string) => void
}

/** The ways to pay under their headings, each with what there is to know before choosing it. */
export const MethodGrid = ({ offers, value, last, fen, onChange }: Props) => (
  <div className={css.methods} role="tablist" aria-label="存款方式" onKeyDown={moveAlong}>
    {grouped(offers).map(({ group, offers: run }) => (
      <div key={run[0]?.key} role="presentation" data-alone={run.length === 1 || undefined}>
        <p className={`t-13 muted ${css.group}`} role="presentation">
          {group}
        </p>
        <div className={css.tiles} role="presentation">
          {run.map(offer => (
            <Tile
              key={offer.key}
              offer={offer}
              on={offer.key === value}
              last={offer.key === last}
              fen={fen}
              onChoose={() => onChange(offer.key)}
            />
          ))}
        </div>
      </div>
    ))}
  </div>
)

type TileProps = {
  offer: Offer
  on: boolean
  last: boolean
  fen: bigint
  onChoose: () => void
}

function Tile({ offer, on, last, fen, onChoose }: TileProps) {
  const id = useId()
  const { label, icon, look, facts, closed } = offer
  const reason = facts && reasonOf(facts, closed, fen)
  return (
    <div
      className={`${css.tile} ${css[look]}`}
      role="presentation"
      data-on={on || undefined}
      data-off={reason ? true : undefined}
    >
      <span className={css.head}>
        <span className={css.icon}>
          <Icon name={icon} size={20} />
        </span>
        {/* Its name is its label alone, and the whole tile takes the touch. */}
        <button
          type="button"
          role="tab"
          className="t-15"
          aria-describedby={id}
          aria-selected={on}
          aria-disabled={closed || undefined}
          tabIndex={on ? 0 : -1}
          onClick={closed ? undefined : onChoose}
        >
          {label}
        </button>
        {last && <Tag kind="brand">上次</Tag>}
      </span>
      <span id={id} className={`t-12 ${css.facts}`}>
        {facts ? (
          <Facts facts={facts} usdt={offer.kind === 'usdt'} reason={reason} />
        ) : (
          noFacts(offer)
        )}
      </span>
    </div>
  )
}

const noFacts = ({ kind }: Offer) => (kind === 'manual' ? <span>由客服为您办理</span> : null)

/** Why a method does not fit; empty when it does. */
function reasonOf(facts: MethodFacts, closed: boolean, fen: bigint): string {
  if (closed && facts.why) return facts.why
  if (closed) return facts.back_at ? `维护中，预计 ${dayOf(facts.back_at)}恢复` : '维护中'
  const outside = fen > 0n && (fen < fenOf(facts.min_price) || fen > fenOf(facts.max_price))
  return outside ? `¥${shortFen(fen)} 不在范围内` : ''
}

/** The day and the minute, without the year. */
const dayOf = (moment: string) => `${moment.slice(5)} `

const yuan = (sum: number) => shortFen(fenOf(sum))

const minutesText = (minutes: number): string => {
  if (minutes === 0) return ''
  return minutes < 120 ? `约 ${minutes} 分钟` : `约 ${Math.round(minutes / 60)} 小时`
}

function feeText(fee: number, usdt: boolean): string {
  if (fee > 0) return `通道收 ${fee}%`
  return usdt ? '网络费自理' : '免手续费'
}

type FactsProps = { facts: MethodFacts; usdt: boolean; reason: string | undefined }

const Facts = ({ facts, usdt, reason }: FactsProps) => (
  <>
    <span>
      ¥{yuan(facts.min_price)} – {yuan(facts.max_price)}
    </span>
    {reason ? (
      <span className={css.reason}>{reason}</span>
    ) : (
      <span>
        {[minutesText(facts.minutes), feeText(facts.fee, usdt)].filter(Boolean).join(' · ')}
      </span>
    )}
  </>
)
