import { signedYuan, yuan } from '../../client/kit/money.ts'
import { CountUp } from '../../client/slots/CountUp.tsx'
import { resultOf, winText, type SlotBet } from './result.ts'
import type { Skin } from './skins.ts'

type Props = { bet: SlotBet | null; turning: boolean; skin: Skin; stakeFen: number; notice: string }

/**
 * The line under the reels. Only a win above the stake is celebrated; a return up to the stake is
 * stated.
 */
export function Message({ bet, turning, skin, stakeFen, notice }: Props) {
  const { tone, title, rest, detail, amount, spoken } = read({
    bet,
    turning,
    skin,
    stakeFen,
    notice,
  })
  return (
    <>
      <div className={`msg ${tone}`}>
        <span>
          {title && (tone === 'won' ? <b>{title}</b> : title)}
          {rest}
          <br />
          <span className="cap c2">{detail}</span>
        </span>
        {amount !== null &&
          (tone === 'won' ? (
            <span className="v">
              <CountUp fen={amount} key={bet?.bet_id} /> <small>元</small>
            </span>
          ) : (
            <span className="v calm">返还 {yuan(amount)} 元</span>
          ))}
      </div>
      <p className="sr" role="status">
        {spoken}
      </p>
    </>
  )
}

function read({ bet, turning, skin, stakeFen, notice }: Props) {
  const none = { tone: '', title: '', rest: '', detail: '', amount: null, spoken: '' }
  if (notice)
    return {
      ...none,
      tone: 'warn',
      title: notice,
      detail: `注额 ${yuan(stakeFen)}`,
      spoken: notice,
    }
  if (turning)
    return { ...none, title: '旋转中', detail: `注额 ${yuan(stakeFen)}`, spoken: '旋转中' }
  if (!bet) return { ...none, title: '选好注额，点旋转', detail: '每转独立 · 结果由双方种子决定' }
  const found = winText(resultOf(bet), skin)
  if (!found)
    return {
      ...none,
      title: '没有连线',
      detail: `注额 ${yuan(bet.stake)} · 本转净额 ${signedYuan(bet.net)}`,
      spoken: `没有连线，本转净额 ${signedYuan(bet.net)} 元`,
    }
  const won = bet.payout > bet.stake
  return {
    tone: won ? 'won' : '',
    title: found.symbol,
    rest: ` · ${found.line}`,
    detail: `${found.doubled ? `${found.doubled} · ` : ''}注额 ${yuan(bet.stake)} · ${won ? '净赢' : '本转净额'} ${signedYuan(bet.net)}`,
    amount: bet.payout,
    spoken: `${found.symbol}，${found.line}，${found.doubled && `${found.doubled}，`}返还 ${yuan(bet.payout)} 元，本转净额 ${signedYuan(bet.net)} 元`,
  }
}
