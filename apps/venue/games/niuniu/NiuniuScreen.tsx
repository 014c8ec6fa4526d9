import { itemAt } from '../../model/present.ts'
import { memo } from 'react'
import { NIUNIU_MATH, type NiuniuPick } from './model/math.ts'
import { beatsBank, bullName, bullOf, CARDS, type NiuniuOutcome } from './model/outcome.ts'
import { Banner } from '../../client/cards/Banner.tsx'
import { CardTable } from '../../client/cards/CardTable.tsx'
import { Fan, FAN_MS } from '../../client/cards/Fan.tsx'
import { Felt } from '../../client/cards/Felt.tsx'
import { PhasePill } from '../../client/cards/Middle.tsx'
import { useDeal, type Deal, type Step } from '../../client/cards/useDeal.ts'
import { Zone } from '../../client/cards/Zone.tsx'
import { roundName } from '../../client/rounds/phases.ts'
import { Ring } from '../../client/rounds/Ring.tsx'
import type { ScreenProps } from '../../client/rounds/TableDesign.ts'
import type { Round } from '../../client/rounds/wire.ts'
import { usePainted } from '../../client/kit/usePainted.ts'

const { bets } = NIUNIU_MATH
export const GATES = Object.keys(bets) as NiuniuPick[]
const HUES = { tian: 'gold', di: 'green', xuan: 'blue', huang: 'red' } as const

/** Gate after gate is turned over, the bank last. */
const FIRST_MS = 700
const GATE_MS = 1_000
const BANK_MS = 5_000
const stepOf = (seat: number): Step => ({
  dealtAt: 0,
  turnedAt: seat < GATES.length ? FIRST_MS + seat * GATE_MS : BANK_MS,
})
const BANK = GATES.length
const STEPS = Array.from({ length: BANK + 1 }, (_, seat) => stepOf(seat))
const steps = () => STEPS

/** The name of a hand once all of it is turned over. */
function readHand(
  deal: Deal<NiuniuOutcome>,
  cards: readonly number[] | undefined,
  seat: number,
): string | null {
  return cards && deal.read(stepOf(seat)) ? bullName(bullOf(cards)) : null
}

export function NiuniuScreen({ table }: ScreenProps<NiuniuOutcome>) {
  const { round, phase, offMs, shown } = table
  const deal = useDeal(table, steps, FAN_MS)
  const bank = readHand(deal, deal.outcome?.bank, BANK)
  return (
    <CardTable>
      <section className="stage niu" aria-label="牌桌">
        <Felt text="一副牌 · 平倍 · 赢家抽水百分之五" />
        <div className="nbank">
          <div className="row">
            <img className="bull" src="/art/m-bull.webp" alt="" draggable={false} />
            <div role="group" aria-label={`庄家${bank ? `，${bank}` : ''}`}>
              <div className="hand-h">
                庄家
                <span className={`score${bank ? ' word' : ''}`} data-testid="bank">
                  {bank ?? '–'}
                </span>
              </div>
              <Fan
                cards={deal.outcome?.bank ?? null}
                places={CARDS}
                deal={deal}
                step={stepOf(BANK)}
              />
            </div>
            <Ring round={round} phase={phase} offMs={offMs} />
          </div>
          <p>
            <PhasePill result="比牌结果" rest={round ? ` · 第 ${roundName(round)} 局` : ''} />
          </p>
        </div>
        <Banner />
      </section>
      <div className="zones nn">
        {GATES.map((gate, seat) => (
          <Gate key={gate} gate={gate} seat={seat} deal={deal} />
        ))}
      </div>
      <LastRound round={shown.find(each => each.number !== round?.number)} />
    </CardTable>
  )
}

function Gate({ gate, seat, deal }: { gate: NiuniuPick; seat: number; deal: Deal<NiuniuOutcome> }) {
  const cards = deal.outcome?.hands[seat]
  const name = readHand(deal, cards, seat)
  return (
    <Zone pick={gate} bet={bets[gate]} hue={HUES[gate]} odds={`1 : ${bets[gate].pays}`} digits={1}>
      <span className="hold">
        <Fan cards={cards ?? null} places={CARDS} deal={deal} step={stepOf(seat)} quiet />
        {name && <i className="named">{name}</i>}
      </span>
    </Zone>
  )
}

/** What the round before came to: its hands, and each gate against the bank. */
function LastRound({ round }: { round: Round<NiuniuOutcome> | undefined }) {
  return <Hands round={usePainted(round)} />
}

const Hands = memo(function Hands({ round }: { round: Round<NiuniuOutcome> | undefined }) {
  const outcome = round?.outcome
  return (
    <section className="nhist only-tall">
      <h2>
        上一局{round && ` · 第 ${roundName(round)} 局`}
        <small>每局一副牌，重新洗牌</small>
      </h2>
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">门</th>
            <th scope="col">庄家</th>
            {GATES.map(gate => (
              <th scope="col" key={gate}>
                {bets[gate].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>牌型</td>
            <td>{outcome ? bullName(bullOf(outcome.bank)) : '–'}</td>
            {GATES.map((gate, seat) => (
              <td key={gate}>{outcome ? bullName(bullOf(itemAt(outcome.hands, seat))) : '–'}</td>
            ))}
          </tr>
          <tr>
            <td>对庄</td>
            <td className="cap">–</td>
            {GATES.map(gate => (
              <td key={gate} className={outcome && beatsBank(outcome, gate) ? 'up' : ''}>
                {outcome ? (beatsBank(outcome, gate) ? '赢' : '输') : '–'}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className="cap">同牛比最大单张，再比花色 ♠ ♥ ♣ ♦。平倍，赢家抽水 5%。</p>
    </section>
  )
})
