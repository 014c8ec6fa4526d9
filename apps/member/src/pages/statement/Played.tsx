import { useState } from 'react'
import { List, Row } from '../../ui/List.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import css from './statement.module.css'

type Sum = { bets: number; stake: number; payout: number; net: number }
type Props = {
  title: string
  rows: readonly (Sum & { name: string; note?: string })[]
  /** All further ones together. */
  more?: (Sum & { games: number }) | null
}

const FIRST_ROWS = 5

const sums = ({ bets, stake, payout }: Sum) =>
  `${bets} 笔，投注 ${yuanText(stake)}，派彩 ${yuanText(payout)}`

/** What was won and lost at each venue or game, the highest stakes first. */
export function Played({ title, rows, more }: Props) {
  const [whole, setWhole] = useState(false)
  const rest = rows.length - FIRST_ROWS
  if (rows.length === 0) return null
  return (
    <section aria-label={title} className={css.played}>
      <h2>{title}</h2>
      <List>
        {rows.slice(0, whole ? undefined : FIRST_ROWS).map((row, n) => (
          <Row
            key={n}
            title={
              <>
                {row.name}
                {row.note !== undefined && <span className="t-12 faint">&ensp;{row.note}</span>}
              </>
            }
            note={sums(row)}
            end={<Money yuan={row.net} size={17} signed />}
          />
        ))}
        {whole && more && (
          <Row
            title={`其他 ${more.games} 款游戏`}
            note={sums(more)}
            end={<Money yuan={more.net} size={17} signed />}
          />
        )}
        {!whole && rest > 0 && (
          <button type="button" className={`link ${css.more}`} onClick={() => setWhole(true)}>
            展开其余 {rest} 项
          </button>
        )}
      </List>
    </section>
  )
}
