import { BOOK_LIMITS, MOST_OF_TICKET } from '../../model/Book.ts'
import { percent } from '../../model/percent.ts'

type Props = { markets: readonly (readonly [name: string, rule: string])[] }

/**
 * What tickets of several selections return, and what a delay means: the same in every book. `rtp`
 * is that of one selection; what one returns is staked on the next.
 */
export function TicketRules({ rtp }: { rtp: string }) {
  const one = Number(percent(rtp, 8)) / 100
  const of = (legs: number) => `${legs} 串 1 至多 ${(100 * one ** legs).toFixed(1)}%`
  return (
    <p className="cap gap">
      串关的返还率是各项返还率之积，项数越多越低：{of(2)}，{of(4)}，{of(BOOK_LIMITS.maxLegs)}
      。一张注单至多返还 {String(BOOK_LIMITS.maxPayoutFen / 100n)} 元，即最高 {MOST_OF_TICKET}{' '}
      倍注额。滚球时画面、比分与赔率到达您的设备有延迟，别人可能先看到；成立与否以服务器为准。
    </p>
  )
}

/** How each market of a book is settled. */
export function MarketRules({ markets }: Props) {
  return (
    <table className="tb rules">
      <thead>
        <tr>
          <th scope="col">玩法</th>
          <th scope="col">怎么算</th>
        </tr>
      </thead>
      <tbody>
        {markets.map(([name, rule]) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{rule}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
