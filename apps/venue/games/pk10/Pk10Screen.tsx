import { itemAt, present } from '../../model/present.ts'
import { useEffect, useRef, useState } from 'react'
import { oddsText } from '../../model/betClass.ts'
import { PK10_MATH, type Pk10Class } from './model/math.ts'
import { classOf, returnsOf, type Pk10Outcome } from './model/outcome.ts'
import { percent } from '../../model/percent.ts'
import { yuan } from '../../client/kit/money.ts'
import { painted } from '../../client/kit/motion.ts'
import { Painted } from '../../client/kit/Painted.tsx'
import { Cell } from '../../client/rounds/Cell.tsx'
import { DrawLine, Mine } from '../../client/rounds/DrawLine.tsx'
import { roundName } from '../../client/rounds/phases.ts'
import { Ring } from '../../client/rounds/Ring.tsx'
import type { ScreenProps } from '../../client/rounds/TableDesign.ts'
import { useParts } from '../../client/rounds/TableContext.ts'
import { linesOf } from '../../client/rounds/linesOf.ts'
import { Tabs } from '../../client/rounds/Tabs.tsx'
import type { Round } from '../../client/rounds/wire.ts'
import { Car } from './Car.tsx'
import { CARS, HALVES, pickName, PLACES, SUMS } from './picks.ts'
import { Plate } from './Plate.tsx'
import { Track } from './Track.tsx'

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
const PHASES = {
  lock: ['lock', '封盘'],
  draw: ['lock', '比赛中'],
  result: ['res', '已冲线'],
} as const

export function Pk10Screen({ table }: ScreenProps<Pk10Outcome>) {
  const { round, phase } = table
  if (round && (phase === 'lock' || phase === 'draw' || phase === 'result'))
    return <Racing table={table} round={round} phase={phase} />
  return <Betting table={table} />
}

function Betting({ table }: ScreenProps<Pk10Outcome>) {
  const { slip, showRounds } = useParts()
  const [tab, setTab] = useState<Tab>('pos')
  const [rank, setRank] = useState('1')
  const order = table.shown[0]?.outcome.order
  return (
    <>
      <DrawLine
        steady
        short={
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
        }
      />
      <Tabs
        tabs={TABS}
        at={tab}
        onChange={setTab}
        label="玩法"
        count={each => slip.lines.filter(line => tabOf(line.pick) === each).length}
      >
        {tab === 'pos' && (
          <Tabs
            tabs={RANKS}
            at={rank}
            onChange={setRank}
            label="名次"
            className="ranks"
            count={each => slip.lines.filter(line => line.pick.startsWith(`pos:${each}:`)).length}
          >
            <Section
              kind="place"
              title={itemAt(PLACES, Number(rank) - 1)}
              more={`赔率 ${oddsText(PK10_MATH.bets.place.returns)}，含本金`}
            />
            <Painted>
              <div className="grid three cars">
                {CARS.map(car => (
                  <Cell
                    key={car}
                    pick={`pos:${rank}:${car}`}
                    label={`${pickName(`pos:${rank}:${car}`)}，赔率 ${oddsText(PK10_MATH.bets.place.returns)}`}
                    name={`${car} 号`}
                    className="carc"
                  >
                    <Car car={car} />
                  </Cell>
                ))}
              </div>
            </Painted>
          </Tabs>
        )}
        {tab === 'sum' && (
          <>
            <Section kind="sum3" title="冠亚和" more="前两名车号之和" />
            <div className="grid">
              {SUMS.map(sum => (
                <Pick key={sum} pick={`sum:${sum}`} name={String(sum)} />
              ))}
            </div>
          </>
        )}
        {tab === 'half' && (
          <>
            <Section kind="bigEven" title="冠亚和大小单双" more="12–19 为大" />
            <div className="grid two tall">
              {HALVES.map(([half, name]) => (
                <Pick key={half} pick={`sum:${half}`} name={name} />
              ))}
            </div>
          </>
        )}
        {tab === 'duel' &&
          [1, 2, 3, 4, 5].map(first => (
            <section key={first}>
              <h2 className="sech tight">
                {PLACES[first - 1]} 对 {PLACES[10 - first]}
                <small>
                  {first === 1 ? `车号大者胜 · 返还 ${percent(PK10_MATH.bets.duel.rtp, 1)}%` : ''}
                </small>
              </h2>
              <div className="grid two">
                <Pick pick={`duel:${first}:dragon`} name="龙" className="dragon" />
                <Pick pick={`duel:${first}:tiger`} name="虎" className="tiger" />
              </div>
            </section>
          ))}
      </Tabs>
    </>
  )
}

function Racing({
  table,
  round,
  phase,
}: ScreenProps<Pk10Outcome> & {
  round: Round<Pk10Outcome>
  phase: keyof typeof PHASES
}) {
  const order = round.outcome?.order ?? null
  const [look, name] = PHASES[phase]
  const top = useRef<HTMLElement>(null)
  // However far down the bets were read, the race is seen from its top; once it is there, for to
  // scroll it before would measure it twice.
  useEffect(() => {
    void painted().then(() => top.current?.parentElement?.scrollTo(0, 0))
  }, [])
  return (
    <>
      <section className="draw" ref={top}>
        <Ring round={round} phase={phase} offMs={table.offMs} />
        <div className="last">
          <div className="row">
            <span className={`phase ${look}`}>{round.state === 'void' ? '作废' : name}</span>
            <span className="cap num">第 {roundName(round)} 期</span>
          </div>
          <div className="was small">
            {phase === 'result' && table.tickets.length > 0 ? (
              <Mine fallback={null} />
            ) : (
              <span className="c2">名次由已承诺的种子决定，动画只作展示</span>
            )}
          </div>
        </div>
      </section>
      <Track round={round} order={order} racing={phase === 'draw'} offMs={table.offMs} />
      <Painted>
        <Tickets order={phase === 'result' ? order : null} />
      </Painted>
    </>
  )
}

/** What is confirmed on this round, line by line; what it returned once the cars are in. */
function Tickets({ order }: { order: readonly number[] | null }) {
  const { table } = useParts()
  const lines = table.tickets.flatMap(bet =>
    linesOf(bet).map((line, i) => ({ ...line, key: `${bet.bet_id}-${i}` })),
  )
  const total = lines.reduce((sum, line) => sum + line.stake, 0)
  return (
    <section className="nhist">
      <h2 className="sech">
        本期注单
        <small>
          {lines.length > 0 ? `${lines.length} 注 · 已确认 ${yuan(total)} 元` : '没有下注'}
        </small>
      </h2>
      {lines.length > 0 && (
        <table className="tb">
          <thead>
            <tr>
              <th scope="col">玩法</th>
              <th scope="col">赔率</th>
              <th scope="col">注额</th>
              <th scope="col">返还</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, pick, stake, odds }) => {
              const back = order
                ? Math.floor((stake * returnsOf({ order: [...order] }, pick)) / 100)
                : null
              return (
                <tr key={key} className={back ? 'hitrow' : ''}>
                  <td>{pickName(pick)}</td>
                  <td>{odds}</td>
                  <td>{yuan(stake)}</td>
                  <td>{back === null ? '–' : yuan(back)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}

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
