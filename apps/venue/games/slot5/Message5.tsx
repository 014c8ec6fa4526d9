import { present } from '../../model/present.ts'
import { signedYuan, yuan } from '../../client/kit/money.ts'
import { CountUp } from '../../client/slots/CountUp.tsx'
import { freeOf, unitsFen, wayWords, type Slot5Bet } from './shown.ts'
import type { Skin5 } from './skins5.ts'
import type { Round } from './useRound.ts'

type Props = {
  round: Round
  skin: Skin5
  stakeFen: number
  notice: string
  last: Slot5Bet | null
  rounds: number
}
type Said = {
  tone: '' | 'won' | 'warn'
  title: string
  rest: string
  detail: string
  amount: number | null
  spoken: string
}

/**
 * The line under the reels. Only a win above the stake is celebrated; a return up to the stake is
 * stated.
 */
export function Message5(props: Props) {
  const { tone, title, rest, detail, amount, spoken } = read(props)
  const { bet, step, summed } = props.round
  return (
    <>
      <div className={`msg ${tone}`}>
        <span>
          {title && (tone === 'won' ? <b>{title}</b> : title)}
          {rest && ` · ${rest}`}
          <br />
          <span className="cap c2">{detail}</span>
        </span>
        {amount !== null &&
          (tone === 'won' ? (
            <span className="v">
              <CountUp fen={amount} key={`${bet?.bet_id} ${step} ${summed} ${amount}`} />{' '}
              <small>元</small>
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

const none: Said = { tone: '', title: '', rest: '', detail: '', amount: null, spoken: '' }

function read(props: Props): Said {
  const { round, stakeFen, notice, last, rounds } = props
  const free = freeOf(round.bet)
  if (notice)
    return {
      ...none,
      tone: 'warn',
      title: notice,
      detail: `注额 ${yuan(stakeFen)}`,
      spoken: notice,
    }
  if (round.phase === 'turning')
    return {
      ...none,
      title: free ? '免费旋转中' : '旋转中',
      detail: stakeText(free !== null, stakeFen),
      spoken: '旋转中',
    }
  if (round.phase === 'cascading') return cascade(props)
  if (round.bet && round.summed) return total(round.bet)
  if (round.bet) return spin(props, round.bet)
  return before(last, rounds)
}

const stakeText = (isFree: boolean, fen: number) =>
  isFree ? `免费，不扣注额 · 按 ${yuan(fen)} 计` : `注额 ${yuan(fen)}`

/** Before the first spin of this visit. */
function before(last: Slot5Bet | null, rounds: number): Said {
  if (!last) return { ...none, title: '选好注额，点旋转', detail: '每转独立 · 结果由双方种子决定' }
  return {
    ...none,
    title: last.payout > 0 ? `上一转 返还 ${yuan(last.payout)} 元` : '上一转 没有返还',
    detail: `本次第 ${rounds} 转 · 每转独立`,
  }
}

/** A step of a cascade, with what the steps so far have come to. */
function cascade({ round, skin, stakeFen }: Props): Said {
  const steps = round.shown?.steps.slice(0, round.step + 1) ?? []
  const step = steps.at(-1)
  const words = step && wayWords(skin, step.wins, step.factor)
  const each = steps.map(
    ({ units }, i) => `第 ${i + 1} 消 ${yuan(unitsFen(skin.model, units, stakeFen))}`,
  )
  const amount = unitsFen(
    skin.model,
    steps.reduce((sum, { units }) => sum + units, 0),
    stakeFen,
  )
  const sum = each.length > 2 ? `${each.length} 消合计` : each.join(' + ')
  return {
    ...none,
    tone: amount > stakeFen ? 'won' : '',
    title: words?.title ?? '',
    rest: words?.rest ?? '',
    detail: `${sum} · 注额 ${yuan(stakeFen)}`,
    amount,
    spoken: `${words?.title ?? ''}，${each.at(-1) ?? ''} 元`,
  }
}

/**
 * One spin: of a free one there is no stake to set against, but a party still takes more than one.
 */
function spin({ round, skin }: Props, bet: Slot5Bet): Said {
  const free = freeOf(bet)
  const isFree = free !== null && free.taken > 0
  const { units, words } = present(round.shown)
  const amount = free ? unitsFen(skin.model, units, bet.stake) : bet.payout
  const net = signedYuan(bet.net)
  const stake = stakeText(isFree, bet.stake)
  if (!words) return isFree ? freeLoss(stake) : loss(stake, net)
  const won = amount > bet.stake
  const rest = free ? '' : ` · ${won ? '净赢' : '本转净额'} ${net}`
  const after = free ? `，余 ${free.left} 次免费旋转` : `，本转净额 ${net} 元`
  return {
    tone: won ? 'won' : '',
    title: words.title,
    rest: words.rest,
    detail: stake + rest,
    amount,
    spoken: `${words.title}，${words.rest}，返还 ${yuan(amount)} 元${after}`,
  }
}

const freeLoss = (stake: string): Said => ({
  ...none,
  title: '这一转没有中',
  detail: stake,
  spoken: '这一转没有中',
})

const loss = (stake: string, net: string): Said => ({
  ...none,
  title: '没有中奖',
  detail: `${stake} · 本转净额 ${net}`,
  spoken: `没有中奖，本转净额 ${net} 元`,
})

/** What a round with free spins came to as a whole. */
function total(bet: Slot5Bet): Said {
  const won = bet.payout > bet.stake
  const title = `免费旋转 ${present(freeOf(bet)).taken} 次`
  return {
    tone: won ? 'won' : '',
    title,
    rest: '已转完',
    detail: `注额 ${yuan(bet.stake)} · ${won ? '净赢' : '整轮净额'} ${signedYuan(bet.net)}`,
    amount: bet.payout,
    spoken: `${title}已转完，共返还 ${yuan(bet.payout)} 元`,
  }
}
