import { itemAt, present } from '../../model/present.ts'
import { useState } from 'react'
import { oddsText } from '../../model/betClass.ts'
import { PK10_MATH, type Pk10Class } from './model/math.ts'
import { classOf, type Pk10Outcome } from './model/outcome.ts'
import { percent } from '../../model/percent.ts'
import { Painted } from '../../client/kit/Painted.tsx'
import { Cell } from '../../client/rounds/Cell.tsx'
import { DrawLine } from '../../client/rounds/DrawLine.tsx'
import type { ScreenProps } from '../../client/rounds/TableDesign.ts'
import { useTableContext } from '../../client/rounds/TableContext.ts'
import { Tabs } from '../../client/rounds/Tabs.tsx'
import { Car } from './Car.tsx'
import { CARS, HALVES, pickName, PLACES, SUMS } from './picks.ts'
import { Plate } from './Plate.tsx'

const TABS = [
  ['pos', '名次'],
  ['sum', '冠亚和'],
  ['half', '大小单双'],
  ['duel', '龙虎'],
] as const
type Tab = (typeof TABS)[number][0]
function tabOf(pick: string): Tab {
  if (pick.startsWith('pos')) return 'pos'
  if (pick.startsWith('duel')) return 'duel'
  return /\d$/.test(pick) ? 'sum' : 'half'
}
const RANKS = PLACES.map((name, i) => [String(i + 1), name] as const)

/** The bets of the race, a tab per kind. */
export function Betting({ table }: ScreenProps<Pk10Outcome>) {
  const { slip } = useTableContext()
  const [tab, setTab] = useState<Tab>('pos')
  const [rank, setRank] = useState('1')
  return (
    <>
      <DrawLine steady short={<LastRace order={table.shown[0]?.outcome.order} />} />
      <Tabs
        tabs={TABS}
        at={tab}
        onChange={setTab}
        label="玩法"
        count={each => slip.lines.filter(line => tabOf(line.pick) === each).length}
      >
        {tab === 'pos' && <PlacePicks rank={rank} onRank={setRank} />}
        {tab === 'sum' && <SumPicks />}
        {tab === 'half' && <HalfPicks />}
        {tab === 'duel' && <DuelPicks />}
      </Tabs>
    </>
  )
}

/** The order of the last race, which leads to the races before. */
function LastRace({ order }: { order: readonly number[] | undefined }) {
  const { showRounds } = useTableContext()
  return (
    <button type="button" className="past" onClick={showRounds}>
      <i className="sr">{order ? `开奖记录，上期名次 ${order.join('、')}` : '开奖记录'}</i>
      {order ? (
        <span className="plates" aria-hidden="true">
          {order.map(car => (
            <Plate key={car} car={car} />
          ))}
        </span>
      ) : (
        <span className="c2">等待首期开奖</span>
      )}
    </button>
  )
}

const PLACE_ODDS = oddsText(PK10_MATH.bets.place.returns)

function PlacePicks({ rank, onRank }: { rank: string; onRank: (rank: string) => void }) {
  const { slip } = useTableContext()
  return (
    <Tabs
      tabs={RANKS}
      at={rank}
      onChange={onRank}
      label="名次"
      className="ranks"
      count={each => slip.lines.filter(line => line.pick.startsWith(`pos:${each}:`)).length}
    >
      <Section
        kind="place"
        title={itemAt(PLACES, Number(rank) - 1)}
        more={`赔率 ${PLACE_ODDS}，含本金`}
      />
      <Painted>
        <div className="grid three cars">
          {CARS.map(car => (
            <Cell
              key={car}
              pick={`pos:${rank}:${car}`}
              label={`${pickName(`pos:${rank}:${car}`)}，赔率 ${PLACE_ODDS}`}
              name={`${car} 号`}
              className="carc"
            >
              <Car car={car} />
            </Cell>
          ))}
        </div>
      </Painted>
    </Tabs>
  )
}

const SumPicks = () => (
  <>
    <Section kind="sum3" title="冠亚和" more="前两名车号之和" />
    <div className="grid">
      {SUMS.map(sum => (
        <Pick key={sum} pick={`sum:${sum}`} name={String(sum)} />
      ))}
    </div>
  </>
)

const HalfPicks = () => (
  <>
    <Section kind="bigEven" title="冠亚和大小单双" more="12–19 为大" />
    <div className="grid two tall">
      {HALVES.map(([half, name]) => (
        <Pick key={half} pick={`sum:${half}`} name={name} />
      ))}
    </div>
  </>
)

const DUEL_RETURN = `车号大者胜 · 返还 ${percent(PK10_MATH.bets.duel.rtp, 1)}%`

const DuelPicks = () =>
  [1, 2, 3, 4, 5].map(first => (
    <section key={first}>
      <h2 className="sech tight">
        {PLACES[first - 1]} 对 {PLACES[10 - first]}
        <small>{first === 1 ? DUEL_RETURN : ''}</small>
      </h2>
      <div className="grid two">
        <Pick pick={`duel:${first}:dragon`} name="龙" className="dragon" />
        <Pick pick={`duel:${first}:tiger`} name="虎" className="tiger" />
      </div>
    </section>
  ))

function Section({ kind, title, more }: { kind: Pk10Class; title: string; more: string }) {
  return (
    <h2 className="sech">
      {title}
      <small>
        {more} · 返还 {percent(PK10_MATH.bets[kind].rtp, 1)}%
      </small>
    </h2>
  )
}

function Pick({ pick, name, className = '' }: { pick: string; name: string; className?: string }) {
  return (
    <Cell
      pick={pick}
      label={pickName(pick)}
      name={name}
      odds={oddsText(PK10_MATH.bets[present(classOf(pick))].returns)}
      className={className}
    />
  )
}
