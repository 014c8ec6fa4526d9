import { useMemo } from 'react'
import { BACCARAT_MATH, type BaccaratPick } from './model/math.ts'
import { pointsOf, winnerOf, type BaccaratOutcome } from './model/outcome.ts'
import { Banner } from '../../client/cards/Banner.tsx'
import { Beads, type Bead } from '../../client/cards/Beads.tsx'
import { Card } from '../../client/cards/Card.tsx'
import { CardTable } from '../../client/cards/CardTable.tsx'
import { Felt } from '../../client/cards/Felt.tsx'
import { Middle, Shoe } from '../../client/cards/Middle.tsx'
import { Roads, SIDE_NAMES } from '../../client/cards/Roads.tsx'
import { useDeal, type Deal } from '../../client/cards/useDeal.ts'
import { handLook } from '../../client/cards/handLook.ts'
import { Zone } from '../../client/cards/Zone.tsx'
import type { ScreenProps } from '../../client/rounds/TableDesign.ts'
import { stepOf, stepsOf } from './deal.ts'
import { marksOf } from './marks.ts'

const HUES = { player: 'blue', banker: 'red', tie: 'green' } as const
const { bets } = BACCARAT_MATH

export function BaccaratScreen({ table }: ScreenProps<BaccaratOutcome>) {
  const deal = useDeal(table, stepsOf)
  const winner = table.phase === 'result' && deal.outcome ? winnerOf(deal.outcome) : null
  const marks = useMemo(() => marksOf(table.shown), [table.shown])
  const beads = useMemo(
    () => marks.map(({ won, key }): Bead => ({ key, text: SIDE_NAMES[won], hue: HUES[won] })),
    [marks],
  )
  return (
    <CardTable>
      <section className="stage bac" aria-label="牌桌">
        <Felt text="八副牌 · 遇和退回 · 庄抽水百分之五" />
        <div className="hands">
          <Hand side="player" deal={deal} winner={winner} />
          <Middle result={winner && (winner === 'tie' ? '和' : `${SIDE_NAMES[winner]} 赢`)}>
            <Shoe />
          </Middle>
          <Hand side="banker" deal={deal} winner={winner} />
        </div>
        <Banner />
      </section>
      <Roads marks={marks} />
      <Beads beads={beads} label="最近的结果，不预示下一局" only="short" />
      <div className="zones bac3">
        {(['player', 'tie', 'banker'] as const).map(pick => (
          <BaccaratZone key={pick} pick={pick} hue={HUES[pick]} big />
        ))}
      </div>
      <div className="zones bac4">
        <BaccaratZone pick="player-pair" hue="blue" />
        <BaccaratZone pick="big" hue="gold" />
        <BaccaratZone pick="small" hue="gold" />
        <BaccaratZone pick="banker-pair" hue="red" />
      </div>
    </CardTable>
  )
}

function BaccaratZone({
  pick,
  hue,
  big = false,
}: {
  pick: BaccaratPick
  hue: 'blue' | 'red' | 'green' | 'gold'
  big?: boolean
}) {
  return (
    <Zone
      pick={pick}
      bet={bets[pick]}
      hue={hue}
      odds={`1 : ${bets[pick].pays}`}
      className={big ? 'big' : ''}
    />
  )
}

/**
 * One hand: its points as far as its cards are turned over, two places, and the third card across
 * below.
 */
function Hand({
  side,
  deal,
  winner,
}: {
  side: 'player' | 'banker'
  deal: Deal<BaccaratOutcome>
  winner: 'player' | 'banker' | 'tie' | null
}) {
  const cards = deal.outcome?.[side] ?? []
  const readable = cards.filter((_, place) => deal.read(stepOf(side, place)))
  const look = handLook(side, winner)
  return (
    <div
      className={`hand ${side === 'player' ? 'p' : 'b'}${look}`}
      role="group"
      aria-label={`${SIDE_NAMES[side]}${readable.length > 1 ? `，${pointsOf(readable)} 点` : ''}`}
    >
      <div className="hand-h">
        {SIDE_NAMES[side]}
        <span className="score" data-testid={`points-${side}`}>
          {readable.length > 1 ? pointsOf(readable) : '–'}
        </span>
      </div>
      <div className="cards">
        {[0, 1].map(place => (
          <span
            className={`slot${cards[place] !== undefined && deal.since(stepOf(side, place)).dealtMs >= 0 ? ' full' : ''}`}
            key={place}
          >
            {cards[place] !== undefined && (
              <Card card={cards[place]} {...deal.since(stepOf(side, place))} />
            )}
          </span>
        ))}
        {cards[2] !== undefined && (
          <span className="third">
            <Card card={cards[2]} {...deal.since(stepOf(side, 2))} />
          </span>
        )}
      </div>
    </div>
  )
}
