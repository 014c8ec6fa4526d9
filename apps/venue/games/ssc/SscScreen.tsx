import { Fragment, useState } from 'react'
import { oddsText } from '../../model/betClass.ts'
import { percent } from '../../model/percent.ts'
import { SSC_MATH, type SscClass } from './model/math.ts'
import type { SscOutcome } from './model/outcome.ts'
import { Cell } from '../../client/rounds/Cell.tsx'
import { DrawLine, Mine } from '../../client/rounds/DrawLine.tsx'
import { roundName } from '../../client/rounds/phases.ts'
import type { ScreenProps } from '../../client/rounds/TableDesign.ts'
import { useTableContext } from '../../client/rounds/TableContext.ts'
import { Tabs } from '../../client/rounds/Tabs.tsx'
import { Balls } from './Balls.tsx'
import { DUELS, HALVES, PLACES, SHAPES, summary, THREES } from './picks.ts'
import { SscPick as Pick } from './SscPick.tsx'
import { Straight } from './Straight.tsx'

const TABS = [
  ['pos', '定位'],
  ['half', '大小单双'],
  ['duel', '龙虎和'],
  ['three', '前中后三'],
] as const
type Tab = (typeof TABS)[number][0]
/** Which tab a pick stands on, for the marks of the tabs. */
function tabOf(pick: string): Tab {
  if (/^pos:\d:\d$/.test(pick)) return 'pos'
  if (/^(pos|total)/.test(pick)) return 'half'
  return pick.startsWith('duel') ? 'duel' : 'three'
}
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
/** The bet whose odds stand at the top while its tab is open. */
const LEAD: Record<Tab, SscClass> = { pos: 'digit', half: 'half', duel: 'duel', three: 'leopard' }

/** What counts as 大, said once for the places and once for the sum. */
const HALF_NOTES: Record<string, string> = { 万: '5–9 为大', 总和: '23–45 为大' }

export function SscScreen({ table }: ScreenProps<SscOutcome>) {
  const { slip, showRounds } = useTableContext()
  const [tab, setTab] = useState<Tab>('pos')
  const { shown, round, phase } = table
  const last = shown[0]
  const digits = last?.outcome.digits ?? null
  const rolling = phase === 'draw' ? (round?.outcome?.digits ?? null) : null
  const lead = SSC_MATH.bets[LEAD[tab]]
  const Board = BOARDS[tab]
  return (
    <>
      <DrawLine
        short={<Balls digits={digits} rolling={null} />}
        reveal={<Reveal digits={digits} rolling={rolling} drawn={phase === 'result'} />}
        steady
      >
        <button type="button" className="side" onClick={showRounds}>
          <i className="sr">开奖记录</i>
          <span className="cap c2">
            {last && digits ? `${roundName(last)} 期 和 ${summary(digits)}` : '–'}
          </span>
          <br />
          {phase === 'draw' || (phase === 'result' && table.tickets.length > 0) ? (
            <Mine fallback={null} stacked />
          ) : (
            <>
              <span className="odds1">
                赔率 <b className="gold">{oddsText(lead.returns)}</b>
              </span>
              <br />
              <span className="cap c2">返还 {percent(lead.rtp, 1)}%</span>
            </>
          )}
        </button>
      </DrawLine>
      <Tabs
        tabs={TABS}
        at={tab}
        onChange={setTab}
        label="玩法"
        count={each => slip.lines.filter(line => tabOf(line.pick) === each).length}
      >
        <Board />
      </Tabs>
    </>
  )
}

type RevealProps = {
  digits: readonly number[] | null
  rolling: readonly number[] | null
  drawn: boolean
}

/** The balls at their largest, and what they come to once they lie. */
const Reveal = ({ digits, rolling, drawn }: RevealProps) => (
  <>
    <Balls digits={digits} rolling={rolling} />
    {drawn && digits && <Sum digits={digits} />}
  </>
)

/** What five digits come to, in large. */
function Sum({ digits }: { digits: readonly number[] }) {
  const [sum, ...halves] = summary(digits).split(' ')
  return (
    <p>
      和 <b>{sum}</b> {halves.join(' ')}
    </p>
  )
}

// What stands on each tab.

const PlacesBoard = () => (
  <div className="pos">
    {PLACES.map(place => (
      <h2 key={place}>{place}</h2>
    ))}
    {DIGITS.map(digit => (
      <Fragment key={digit}>
        {PLACES.map((place, i) => (
          <Cell
            key={place}
            pick={`pos:${i + 1}:${digit}`}
            label={`${place}位 ${digit}`}
            name={String(digit)}
          />
        ))}
      </Fragment>
    ))}
  </div>
)

const HalvesBoard = () =>
  [...PLACES, '总和'].map((place, i) => (
    <section key={place}>
      <h2 className="sech tight">
        {place === '总和' ? '总和' : `${place}位`}
        <small>{HALF_NOTES[place]}</small>
      </h2>
      <div className="grid">
        {HALVES.map(([half, name]) => (
          <Pick
            key={half}
            pick={`${place === '总和' ? 'total' : `pos:${i + 1}`}:${half}`}
            name={name}
          />
        ))}
      </div>
    </section>
  ))

const DuelBoard = () => (
  <>
    <h2 className="sech">
      万位 比 个位<small>赔率含本金</small>
    </h2>
    <div className="grid three duel">
      {DUELS.map(([side, name]) => (
        <Pick key={side} pick={`duel:${side}`} name={name} className={side} />
      ))}
    </div>
    <p className="cap hint">万位大于个位为龙，小于为虎，相等为和；开和时龙、虎不退。</p>
  </>
)

const ThreesBoard = () =>
  THREES.map(([three, name]) => (
    <section key={three}>
      <h2 className="sech tight">
        {name}
        <small>直选 {oddsText(SSC_MATH.bets.exact.returns)}，次序一致</small>
      </h2>
      <div className="grid five">
        {SHAPES.map(([shape, label]) => (
          <Pick key={shape} pick={`${three}:${shape}`} name={label} />
        ))}
      </div>
      <Straight three={three} name={name} />
    </section>
  ))

const BOARDS = { pos: PlacesBoard, half: HalvesBoard, duel: DuelBoard, three: ThreesBoard }
