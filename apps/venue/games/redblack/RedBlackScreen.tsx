import { itemAt } from '../../model/present.ts'
import { useMemo } from 'react'
import { RED_BLACK_MATH, type StrikeClass } from './model/math.ts'
import { CARDS, handName, strikeOf, winnerOf, type RedBlackOutcome } from './model/outcome.ts'
import { Banner } from '../../client/cards/Banner.tsx'
import { Beads, type Bead } from '../../client/cards/Beads.tsx'
import { Card } from '../../client/cards/Card.tsx'
import { CardTable } from '../../client/cards/CardTable.tsx'
import { Felt } from '../../client/cards/Felt.tsx'
import { Middle } from '../../client/cards/Middle.tsx'
import { useDeal, type Deal, type Step } from '../../client/cards/useDeal.ts'
import { handLook } from '../../client/cards/handLook.ts'
import { Zone } from '../../client/cards/Zone.tsx'
import type { ScreenProps } from '../../client/rounds/TableDesign.ts'

const { bets } = RED_BLACK_MATH
export const SIDES = { red: ['红', 'red'], black: ['黑', 'black'], tie: ['平', 'green'] } as const
const CLASSES = Object.entries(bets.strike.classes) as [
  StrikeClass,
  { name: string; pays: string },
][]

/** Six cards in turn, 420 ms apart; red is turned over first, then black. */
const CARD_MS = 420
const TURN_FROM = { red: 2_700, black: 3_600 } as const
const TURN_MS = 220
const stepOf = (side: 'red' | 'black', place: number): Step => ({
  dealtAt: (place * 2 + (side === 'red' ? 0 : 1)) * CARD_MS,
  turnedAt: TURN_FROM[side] + place * TURN_MS,
})
const STEPS = (['red', 'black'] as const).flatMap(side =>
  Array.from({ length: CARDS }, (_, place) => stepOf(side, place)),
)
const steps = () => STEPS

export function RedBlackScreen({ table }: ScreenProps<RedBlackOutcome>) {
  const deal = useDeal(table, steps)
  const done = table.phase === 'result' ? deal.outcome : null
  const winner = done ? winnerOf(done) : null
  const strike = done ? strikeOf(done) : null
  const beads = useMemo(
    () =>
      table.shown.toReversed().map(({ number, outcome }): Bead => {
        const [text, hue] = SIDES[winnerOf(outcome)]
        return { key: number, text, hue }
      }),
    [table.shown],
  )
  return (
    <CardTable>
      <section className="stage rb" aria-label="牌桌">
        <Felt text="一副牌 · 各三张 · 平局退回" />
        <div className="hands">
          <Side side="red" deal={deal} winner={winner} />
          <Middle result={winner && (winner === 'tie' ? '平局' : `${SIDES[winner][0]} 赢`)} />
          <Side side="black" deal={deal} winner={winner} />
        </div>
        <Banner />
      </section>
      <Beads beads={beads} label="最近的结果，不预示下一局" only="tall" />
      <div className="zones rb2">
        <Zone
          pick="red"
          bet={bets.red}
          hue="red"
          odds={`1 : ${bets.red.pays}`}
          className="big tall"
        />
        <Zone
          pick="black"
          bet={bets.black}
          hue="grey"
          odds={`1 : ${bets.black.pays}`}
          className="big tall"
        />
      </div>
      <div className="zones">
        <Zone pick="strike" bet={bets.strike} hue="gold" odds="赢方牌型达到对 9 或以上" />
      </div>
      <dl className="strike" aria-label="幸运一击赔率">
        {CLASSES.map(([kind, { name, pays }]) => (
          <div key={kind} className={strike === kind ? 'hot' : ''}>
            <dt>{name}</dt>
            <dd>1 : {pays}</dd>
          </div>
        ))}
      </dl>
    </CardTable>
  )
}

function Side({
  side,
  deal,
  winner,
}: {
  side: 'red' | 'black'
  deal: Deal<RedBlackOutcome>
  winner: 'red' | 'black' | 'tie' | null
}) {
  const cards = deal.outcome?.[side]
  const name = cards && deal.read(stepOf(side, CARDS - 1)) ? handName(cards) : null
  const look = handLook(side, winner)
  return (
    <div
      className={`hand ${side === 'red' ? 'b' : 'k'}${look}`}
      role="group"
      aria-label={`${SIDES[side][0]}${name ? `，${name}` : ''}`}
    >
      <div className="hand-h">
        {SIDES[side][0]}
        <span className={`score${name ? ' word' : ''}`} data-testid={`hand-${side}`}>
          {name ?? '–'}
        </span>
      </div>
      <div className="cards three">
        {Array.from({ length: CARDS }, (_, place) => {
          const { dealtMs, turnedMs } = deal.since(stepOf(side, place))
          return (
            <span className={`slot${cards && dealtMs >= 0 ? ' full' : ''}`} key={place}>
              {cards && <Card card={itemAt(cards, place)} dealtMs={dealtMs} turnedMs={turnedMs} />}
            </span>
          )
        })}
      </div>
    </div>
  )
}
