import { useState, type CSSProperties } from 'react'
import { Card } from '../../ui/Card.tsx'
import { moveAlong } from '../../ui/Tabs.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { barLabel, barName, barTick, type Bar, type Statement } from './useStatement.ts'
import css from './statement.module.css'

/** Rows of the table before the member asks for the rest. */
const FIRST_ROWS = 6

/** Deposits and withdrawals by month or day, as bars and as a table; both mark the same one. */
export function Bars({ statement: { bars, by } }: { statement: Statement }) {
  const [chosen, setChosen] = useState(bars.at(-1)?.of)
  const bar = bars.find(({ of }) => of === chosen)
  const unit = by === 'day' ? '日' : '月'
  return (
    <>
      <Card label={`每${unit}存取`}>
        <div className={css.line}>
          <h2 className="t-15">每{unit}存取</h2>
          <div className={css.legend}>
            <span>存款</span>
            <span className={css.hollow}>取款</span>
          </div>
        </div>
        <Chart bars={bars} chosen={chosen} onChoose={setChosen} />
        {bar && <Read bar={bar} />}
      </Card>
      <Table bars={bars} by={by} chosen={chosen} onChoose={setChosen} />
    </>
  )
}

type Chosen = { bars: readonly Bar[]; chosen: string | undefined; onChoose: (of: string) => void }

const words = ({ of, deposits, withdrawals }: Bar) =>
  `${barName(of)}：存款 ¥${yuanText(deposits)}，取款 ¥${yuanText(withdrawals)}`

function Chart({ bars, chosen, onChoose }: Chosen) {
  const most = Math.max(1, ...bars.flatMap(each => [each.deposits, each.withdrawals]))
  const height = (yuan: number) =>
    ({ '--part': yuan <= 0 ? 0 : Math.max(0.02, yuan / most) }) as CSSProperties
  return (
    <div className={css.chart} role="tablist" aria-label="存款与取款" onKeyDown={moveAlong}>
      {bars.map((bar, place) => (
        <button
          key={bar.of}
          type="button"
          role="tab"
          aria-label={words(bar)}
          aria-selected={bar.of === chosen}
          tabIndex={bar.of === chosen ? 0 : -1}
          onClick={() => onChoose(bar.of)}
        >
          <span className={css.pair}>
            <i style={height(bar.deposits)} />
            <i className={css.hollow} style={height(bar.withdrawals)} />
          </span>
          <span className={css.tick}>{barTick(bar.of, place, bars.length)}</span>
        </button>
      ))}
    </div>
  )
}

const Read = ({ bar }: { bar: Bar }) => {
  const name = barName(bar.of)
  return (
    <div role="tabpanel" aria-label={name}>
      <dl className={css.read}>
        <div>
          <dt>{name}存款</dt>
          <dd>
            <Money yuan={bar.deposits} />
          </dd>
        </div>
        <div>
          <dt>{name}取款</dt>
          <dd>
            <Money yuan={bar.withdrawals} />
          </dd>
        </div>
        <div>
          <dt>{name}净额</dt>
          <dd>
            <Money yuan={bar.net} signed />
          </dd>
        </div>
      </dl>
    </div>
  )
}

const signed = (yuan: number) => `${yuan > 0 ? '+' : ''}${yuanText(yuan)}`

function Table({ bars, by, chosen, onChoose }: Chosen & { by: Statement['by'] }) {
  const [whole, setWhole] = useState(false)
  const newest = bars.toReversed()
  const rest = newest.length - FIRST_ROWS
  return (
    <section className={`card ${css.tabled}`} aria-label={by === 'day' ? '每日明细' : '每月明细'}>
      <table className={`table ${css.table}`}>
        <thead>
          <tr>
            <th scope="col">{by === 'day' ? '日期' : '月份'}</th>
            <th scope="col">存款</th>
            <th scope="col">取款</th>
            <th scope="col">净额</th>
          </tr>
        </thead>
        <tbody>
          {newest.slice(0, whole ? undefined : FIRST_ROWS).map(bar => (
            <tr
              key={bar.of}
              className={bar.of === chosen ? css.chosen : undefined}
              onClick={() => onChoose(bar.of)}
            >
              <td>{barLabel(bar.of)}</td>
              <td>{yuanText(bar.deposits)}</td>
              <td>{yuanText(bar.withdrawals)}</td>
              <td>{signed(bar.net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!whole && rest > 0 && (
        <button type="button" className={`link ${css.more}`} onClick={() => setWhole(true)}>
          展开其余 {rest} {by === 'day' ? '天' : '个月'}
        </button>
      )}
    </section>
  )
}
