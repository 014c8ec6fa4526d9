import type { ConsoleGiven } from '@tianping/contract/console'
import { methodLabel } from '../../parts/labels.ts'
import { holderStates } from '../../parts/states.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { AccountNumber } from '../../ui/values/AccountNumber.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { spanOf } from '../../ui/values/time.ts'
import { useMinutesSince } from '../../ui/values/useMinutesSince.ts'
import css from './receiver.module.css'

type Withdrawal = ConsoleGiven<'POST /api/console/withdrawals/show'>
type Card = Withdrawal['card']

/** What the member receives: the USDT left after the fee, or the yuan asked for. */
export const netOf = (item: Withdrawal) =>
  item.usdt_amount > 0 ? `${(item.usdt_amount - item.fee_usdt).toFixed(2)} USDT` : yuan(item.amount)

/** Whom the money is paid to, and how much of it. */
export function Receiver({ item }: { item: Withdrawal }) {
  const { card } = item
  return (
    <Facts>
      <Fact label="方式">{methodLabel(item.method)}</Fact>
      {item.usdt_amount > 0 ? <Address card={card} /> : <BankCard card={card} />}
      <Fact label="绑定于">
        <Bound at={card.bound_at} />
      </Fact>
      <Fact label="取款金额">
        <Money amount={item.amount} />
      </Fact>
      <UsdtFacts item={item} />
      <Fact label="实际到账">
        <b>{netOf(item)}</b>
      </Fact>
    </Facts>
  )
}

export const UsdtFacts = ({ item }: { item: Withdrawal }) =>
  item.usdt_amount > 0 && (
    <>
      <Fact label="折合">{item.usdt_amount.toFixed(2)} USDT</Fact>
      <Fact label="手续费">{item.fee_usdt.toFixed(2)} USDT</Fact>
    </>
  )

const BankCard = ({ card }: { card: Card }) => (
  <>
    <Fact label="持卡人">
      <span className={css.payee}>
        <bdi>{card.bank_owner}</bdi>
        <Holder holder={card.holder} />
      </span>
    </Fact>
    <Fact label="银行">{card.bank}</Fact>
    <Fact label="账号">
      <AccountNumber text={card.bank_no} />
    </Fact>
  </>
)

const Address = ({ card }: { card: Card }) => (
  <>
    <Fact label="协议">{card.bank_owner}</Fact>
    <Fact label="地址">
      <AccountNumber text={card.bank_no} />
    </Fact>
    <Fact label="持有人">
      <Holder holder={card.holder} />
    </Fact>
  </>
)

/** Whether the account is the member's own; told also where names are masked. */
function Holder({ holder }: { holder: Card['holder'] }) {
  const { text, tone } = holderStates[holder]
  return (
    <span className={css.holder} data-tone={tone}>
      <Status tone={tone}>{text}</Status>
    </span>
  )
}

/** A card that is younger is looked at twice. */
const YOUNG_MINUTES = 3 * 24 * 60

function Bound({ at }: { at: string }) {
  const minutes = useMinutesSince(at)
  const ago = minutes < 1 ? '刚刚' : `${spanOf(minutes)}前`
  if (minutes >= YOUNG_MINUTES) return `${at}，${ago}`
  return (
    <>
      {at}，<b className={css.young}>{ago}</b>
    </>
  )
}
