import { depositWishes, type DepositStage } from '@tianping/contract/stages'
import { useLoggedIn } from '../../app/session.ts'
import { href } from '../../app/routes/paths.ts'
import { ActionBar, Button, ButtonLink } from '../../ui/Button.tsx'
import { confirm } from '../../ui/layer/confirm.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { useSayPaid, useWish, type Order } from './usePayInfo.ts'

const credited: readonly DepositStage[] = ['credited', 'credited_late', 'paid_again']
const over: readonly DepositStage[] = ['rejected', 'expired', 'refunding']

/** What there is to do with the order at the thumb. */
export function Actions({ order }: { order: Order }) {
  const { stage, may_wish } = order.data.progress
  if (stage === 'wrong_amount' && may_wish === 1) return <Wishes order={order} />
  return (
    <ActionBar>
      <ButtonLink kind="quiet" href={href('/transRecord')}>
        资金明细
      </ButtonLink>
      <Next order={order} />
    </ActionBar>
  )
}

function Next({ order }: { order: Order }) {
  const { stage, credited: sum } = order.data.progress
  if (stage === 'unpaid') return <PaidLink order={order} />
  if (credited.includes(stage) || (stage === 'refunded' && sum > 0))
    return <ButtonLink href={href('/')}>去游戏</ButtonLink>
  if (over.includes(stage) || stage === 'refunded')
    return <ButtonLink href={href('/recharge')}>重新存款</ButtonLink>
  return <ButtonLink href={href('/kefu')}>联系客服</ButtonLink>
}

/** The member's own word that it is paid goes with the way to the records (P2-2.13-09). */
function PaidLink({ order }: { order: Order }) {
  const loggedIn = useLoggedIn()
  const { run } = useSayPaid()
  const { deposit_no, progress } = order.data
  return (
    <a
      className="btn btn--primary"
      href={href('/transRecord')}
      onClick={() => {
        if (loggedIn && progress.mine === 1) run({ deposit_no, paid: 1 })
      }}
    >
      已完成存款
    </a>
  )
}

/** Back to the payment, for who said too early that it is paid. */
export function NotPaid({ order }: { order: Order }) {
  const { run, busy } = useSayPaid()
  const { deposit_no, progress } = order.data
  if (progress.said !== 1) return null
  return (
    <Button kind="line" size={44} block busy={busy} onClick={() => run({ deposit_no, paid: 0 })}>
      尚未付款，返回支付
    </Button>
  )
}

/** Both ways weigh the same. The choice is marked and can change until somebody works on it. */
function Wishes({ order }: { order: Order }) {
  const { run, busy } = useWish()
  const { deposit_no, progress } = order.data
  const { wish: chosen, paid } = progress
  const sum = `¥${yuanText(paid)}`
  const texts = {
    credit: `已付的 ${sum} 由人工核对后存入中心钱包，流水按这个金额计算。`,
    refund: `已付的 ${sum} 由人工核对后退回，不进入钱包。`,
  }
  async function choose(wish: keyof typeof depositWishes) {
    if (wish === chosen) return toast('已选择，等待人工核对')
    const yes = await confirm({
      title: depositWishes[wish],
      text: texts[wish],
      yes: '确定',
      icon: 'receipt',
    })
    if (yes) run({ deposit_no, wish })
  }
  return (
    <ActionBar>
      {(['credit', 'refund'] as const).map(wish => (
        <Button
          key={wish}
          kind="line"
          busy={busy}
          {...(chosen === wish ? { icon: 'check' as const } : {})}
          onClick={() => void choose(wish)}
        >
          {depositWishes[wish]}
        </Button>
      ))}
    </ActionBar>
  )
}
