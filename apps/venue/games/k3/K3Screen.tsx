import { itemAt, present } from '../../model/present.ts'
import { useState } from 'react'
import { oddsText } from '../../model/betClass.ts'
import { K3_MATH, type K3Class } from './model/math.ts'
import { classOf, type K3Outcome } from './model/outcome.ts'
import { percent } from '../../model/percent.ts'
import { Cell } from '../../client/rounds/Cell.tsx'
import { DrawLine } from '../../client/rounds/DrawLine.tsx'
import { roundName } from '../../client/rounds/phases.ts'
import type { ScreenProps } from '../../client/rounds/TableDesign.ts'
import { useTableContext } from '../../client/rounds/TableContext.ts'
import { Tabs } from '../../client/rounds/Tabs.tsx'
import { Dice } from './Dice.tsx'
import { PAIRS, pickName, summary, SUMS, THREES, TWOS } from './picks.ts'

const TABS = [
  ['sum', '和值'],
  ['same', '三同号'],
  ['pair', '二同号'],
  ['different', '不同号'],
] as const
type Tab = (typeof TABS)[number][0]
/** Which tab a pick stands on, for the marks of the tabs. */
function tabOf(pick: string): Tab {
  if (pick.startsWith('sum')) return 'sum'
  if (pick.startsWith('triple')) return 'same'
  return pick.startsWith('pair') ? 'pair' : 'different'
}
const SHOWN_BEFORE = 5

export function K3Screen({ table }: ScreenProps<K3Outcome>) {
  const { slip, showRounds } = useTableContext()
  const [tab, setTab] = useState<Tab>('sum')
  const { shown, round, phase } = table
  const [last, ...before] = shown
  const Board = BOARDS[tab]
  const dice = last?.outcome.dice
  const rolling = phase === 'draw' ? (round?.outcome?.dice ?? null) : null
  const short = dice ? (
    <>
      <span className="c2">{phase === 'result' ? '和值' : '上期 和值'}</span>{' '}
      <b>{summary(dice).split(' ')[0]}</b> {summary(dice).split(' ').slice(1).join(' ')}
    </>
  ) : (
    <span className="c2">等待首期开奖</span>
  )
  return (
    <>
      <DrawLine
        short={short}
        reveal={<Reveal dice={dice} rolling={rolling} drawn={phase === 'result'} />}
      >
        <Dice
          dice={dice ?? [1, 3, 5]}
          rolling={null}
          label={dice ? `${dice.join('、')} 点` : '还没有开奖'}
        />
      </DrawLine>
      <Past rounds={before} onRounds={showRounds} />
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
  dice: readonly number[] | undefined
  rolling: readonly number[] | null
  drawn: boolean
}

/** The dice at their largest, and what they come to once they lie. */
function Reveal({ dice, rolling, drawn }: RevealProps) {
  const [sum, ...halves] = drawn && dice ? summary(dice).split(' ') : []
  return (
    <>
      <Dice dice={dice ?? [1, 3, 5]} rolling={rolling} label={dice ? dice.join('、') : ''} />
      {sum && (
        <p>
          和值 <b>{sum}</b> {halves.join(' ')}
        </p>
      )}
    </>
  )
}

/** The dice of the rounds before the last one, and the way to all of them. */
function Past({
  rounds,
  onRounds,
}: {
  rounds: ScreenProps<K3Outcome>['table']['shown']
  onRounds: () => void
}) {
  return (
    <button type="button" className="hist" onClick={onRounds}>
      <i className="sr">开奖记录</i>
      {Array.from({ length: SHOWN_BEFORE }, (_, i) => rounds[i]).map((each, i) => {
        const past = each?.outcome.dice
        // Empty places keep the row's height.
        // eslint-disable-next-line react/no-array-index-key
        return (
          <span key={each?.number ?? `empty-${i}`}>
            <small>{each ? `${roundName(each)} 期` : '–'}</small>
            {past ? (
              <>
                {past.join(' ')} <b>={past.reduce((sum, die) => sum + die, 0)}</b>
              </>
            ) : (
              '–'
            )}
          </span>
        )
      })}
    </button>
  )
}

// What stands on each tab.

const SumBoard = () => (
  <>
    <Section kind="half" title="大小单双" more="赔率含本金" />
    <div className="grid">
      {['big', 'small', 'odd', 'even'].map((half, i) => (
        <Pick key={half} pick={`sum:${half}`} name={itemAt('大小单双', i)} />
      ))}
    </div>
    <Section kind="sum3" title="和值" more="可多选" />
    <div className="grid">
      {SUMS.map(sum => (
        <Pick key={sum} pick={`sum:${sum}`} name={String(sum)} />
      ))}
    </div>
  </>
)

const SameBoard = () => (
  <>
    <Section kind="triple" title="三同号单选" more="三颗都是这个号码" />
    <div className="grid three">
      {[1, 2, 3, 4, 5, 6].map(die => (
        <Pick
          key={die}
          pick={`triple:${die}`}
          name={String(die).repeat(3)}
          dice={[die, die, die]}
        />
      ))}
    </div>
    <Section kind="anyTriple" title="三同号通选" more="任意三颗相同" />
    <div className="grid one">
      <Pick pick="triple:any" name="任意豹子" />
    </div>
  </>
)

const PairBoard = () => (
  <>
    <Section kind="pair" title="二同号单选" more="恰好两颗相同加另一颗" />
    <div className="grid five">
      {PAIRS.map(pair => (
        <Pick key={pair} pick={`pair:${pair}`} name={`${pair[0]}${pair}`} />
      ))}
    </div>
  </>
)

const DifferentBoard = () => (
  <>
    <Section kind="two" title="二不同号" more="两个号码都出现" />
    <div className="grid five">
      {TWOS.map(two => (
        <Pick key={two} pick={`two:${two}`} name={two} />
      ))}
    </div>
    <Section kind="three" title="三不同号" more="三个号码都出现" />
    <div className="grid five">
      {THREES.map(three => (
        <Pick key={three} pick={`three:${three}`} name={three} />
      ))}
    </div>
    <Section kind="straight" title="三连号通选" more="123 234 345 456" />
    <div className="grid one">
      <Pick pick="straight" name="任意三连" />
    </div>
  </>
)

const BOARDS = { sum: SumBoard, same: SameBoard, pair: PairBoard, different: DifferentBoard }

function Section({ kind, title, more }: { kind: K3Class; title: string; more: string }) {
  return (
    <h2 className="sech">
      {title}
      <small>
        {more} · 返还 {percent(K3_MATH.bets[kind].rtp, 1)}%
      </small>
    </h2>
  )
}

function Pick({ pick, name, dice }: { pick: string; name: string; dice?: number[] }) {
  return (
    <Cell
      pick={pick}
      label={pickName(pick)}
      name={dice ? undefined : name}
      odds={oddsText(K3_MATH.bets[present(classOf(pick))].returns)}
      className={dice ? 'dies' : ''}
    >
      {dice && (
        <em aria-hidden="true">
          {dice.map((die, i) => (
            <img key={`${i}-${die}`} src={`/art/die-${die}.webp`} alt="" width={26} height={26} />
          ))}
        </em>
      )}
    </Cell>
  )
}
