import { useMemo } from 'react'
import { DRAGON_TIGER_MATH, type DragonTigerPick } from './model/math.ts'
import { winnerOf, type DragonTigerOutcome } from './model/outcome.ts'
import { Banner } from '../../client/cards/Banner.tsx'
import { Beads, type Bead } from '../../client/cards/Beads.tsx'
import { Card } from '../../client/cards/Card.tsx'
import { CardTable } from '../../client/cards/CardTable.tsx'
import { Felt } from '../../client/cards/Felt.tsx'
import { Middle, Shoe } from '../../client/cards/Middle.tsx'
import { useDeal, type Deal, type Step } from '../../client/cards/useDeal.ts'
import { handLook } from '../../client/cards/handLook.ts'
import { Zone } from '../../client/cards/Zone.tsx'
import type { ScreenProps } from '../../client/rounds/TableDesign.ts'

const { bets } = DRAGON_TIGER_MATH
export const HUES = { dragon: 'red', tie: 'green', tiger: 'blue' } as const
const STEPS: Record<'dragon' | 'tiger', Step> = {
  dragon: { dealtAt: 0, turnedAt: 980 },
  tiger: { dealtAt: 420, turnedAt: 1_480 },
}
const steps = () => Object.values(STEPS)

export function DragonTigerScreen({ table }: ScreenProps<DragonTigerOutcome>) {
  const deal = useDeal(table, steps)
  const winner = table.phase === 'result' && deal.outcome ? winnerOf(deal.outcome) : null
  const beads = useMemo(
    () =>
      table.shown.toReversed().map(({ number, outcome }): Bead => {
        const won = winnerOf(outcome)
        return { key: number, text: bets[won].name, hue: HUES[won] }
      }),
    [table.shown],
  )
  return (
    <CardTable>
      <section className="stage dt" aria-label="牌桌">
        <Felt text="八副牌 · 一张定胜负 · 遇和退半" />
        <div className="hands">
          <Side side="dragon" deal={deal} winner={winner} />
          <Middle result={winner && (winner === 'tie' ? '和' : `${bets[winner].name} 赢`)}>
            <Shoe />
          </Middle>
          <Side side="tiger" deal={deal} winner={winner} />
        </div>
        <Banner />
      </section>
      <Beads beads={beads} label="最近的结果，不预示下一局" />
      <p className="cap pad note">8 副牌，每局重新洗牌，历史不预示结果 · K 最大，A 最小</p>
      <div className="zones dt3">
        {(['dragon', 'tie', 'tiger'] as const).map(pick => (
          <Zone
            key={pick}
            pick={pick}
            bet={bets[pick]}
            hue={HUES[pick]}
            odds={`1 : ${bets[pick].pays}`}
            className="big tall"
          />
        ))}
      </div>
      <p className="cap pad c2 half">遇和：龙、虎各退一半注额</p>
    </CardTable>
  )
}

function Side({
  side,
  deal,
  winner,
}: {
  side: 'dragon' | 'tiger'
  deal: Deal<DragonTigerOutcome>
  winner: DragonTigerPick | null
}) {
  const card = deal.outcome?.[side]
  const { dealtMs, turnedMs } = deal.since(STEPS[side])
  const look = handLook(side, winner)
  return (
    <div
      className={`hand ${side === 'dragon' ? 'p' : 'b'}${look}`}
      role="group"
      aria-label={bets[side].name}
    >
      <img className="med" src={`/art/m-${side}.webp`} alt="" draggable={false} />
      <div className="cards">
        <span className={`slot${card !== undefined && dealtMs >= 0 ? ' full' : ''}`}>
          {card !== undefined && <Card card={card} dealtMs={dealtMs} turnedMs={turnedMs} />}
        </span>
      </div>
    </div>
  )
}
