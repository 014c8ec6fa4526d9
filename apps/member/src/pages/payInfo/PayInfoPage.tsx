import { families } from '@tianping/contract/payments'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { ReceiptCard } from '../../app/receipt/ReceiptCard.tsx'
import { href } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { webAddress } from '../../app/wallet/webAddress.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { CopyButton, copyText } from '../../ui/CopyButton.tsx'
import { Pairs } from '../../ui/List.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Refused } from '../../app/api.ts'
import { Actions, NotPaid } from './Actions.tsx'
import { Coming } from './Coming.tsx'
import { Due } from './Due.tsx'
import { Settled } from './Settled.tsx'
import { useOrder, type Order } from './usePayInfo.ts'
import css from './payInfo.module.css'

export default function PayInfoPage() {
  const { deposit_no } = useQueryOf('/payInfo')
  const { data: order, error, isFetching, refetch } = useOrder(deposit_no)
  if (order) return <OrderView order={order} />
  if (deposit_no === '' || error instanceof Refused) return <Missing text={error?.message} />
  return (
    <main className="page stack">
      {error ? <FailedAnswer of={{ error, isFetching, refetch }} /> : <Waiting />}
    </main>
  )
}

/** What the order's kind of payment is called; UnionPay is paid as a bank transfer is. */
const kindNamed = (payinfo: string): string | undefined =>
  Object.values(families).find(family => family.payinfo === payinfo)?.record

function OrderView({ order }: { order: Order }) {
  const {
    data: { cardlist, progress, chain = [] },
    message: kind,
  } = order
  const { stage } = progress
  const usdt = kind === 'usdtpay'
  const waits = stage === 'unpaid'
  // Nobody should pay once more what the chain shows already.
  const comes = chain.length > 0
  return (
    <main className="app--action">
      <div className="page stack">
        {waits || stage === 'expired' ? (
          <Due order={order} usdt={usdt} />
        ) : (
          <Settled order={order} stage={stage} />
        )}
        <Coming order={order} />
        {waits && !comes && (cardlist.payimg !== '' || usdt) && (
          <Paying order={order} usdt={usdt} />
        )}
        <Receipt order={order} />
        <Details order={order} usdt={usdt} />
        {waits && (
          <Alert kind="blue" icon="shield">
            付款后自动到账，无需等待本页。请勿重复付款。
          </Alert>
        )}
        {stage === 'confirming' && <NotPaid order={order} />}
        <ServiceAsk about="存款" />
      </div>
      <Actions order={order} />
    </main>
  )
}

/** A bank transfer is proved by its receipt until it is decided. */
function Receipt({ order: { data, message } }: { order: Order }) {
  const { stage } = data.progress
  const open = stage === 'unpaid' || stage === 'confirming'
  if (!open || message !== families.bank.payinfo) return null
  return <ReceiptCard depositNo={data.deposit_no} />
}

type PayProps = { order: Order; usdt: boolean }

/** Which order it is, and how it is paid. */
function Details({ order, usdt }: PayProps) {
  const { deposit_no, info, cardlist } = order.data
  return (
    <Card className={css.details}>
      <Pairs
        pairs={[
          {
            label: '订单号',
            value: (
              <>
                <span className={css.no}>{deposit_no}</span>
                <CopyButton short text={deposit_no} what="订单号" />
              </>
            ),
          },
          { label: '交易时间', value: info.created_at },
          { label: '存款方式', value: kindNamed(order.message) ?? info.paytype },
          ...(usdt ? [{ label: '钱包协议', value: cardlist.content }] : []),
        ]}
      />
    </Card>
  )
}

/** On a phone the payment app comes first; of USDT it is the address. */
function Paying({ order, usdt }: PayProps) {
  const { payurl, payimg } = order.data.cardlist
  const payPage = usdt || !onPhone() ? null : webAddress(payurl, location.href)
  return payPage ? (
    <OnPhone payPage={payPage} code={payimg} />
  ) : (
    <Payment order={order} usdt={usdt} />
  )
}

/** Where to pay: the picture to scan, and for USDT the address with its protocol. */
function Payment({
  order: {
    data: { info, cardlist },
    message: kind,
  },
  usdt,
}: PayProps) {
  const address = cardlist.mch_id
  const half = Math.ceil(address.length / 2)
  // Nobody can scan the screen they hold: the same page opens with a touch.
  const payPage = webAddress(cardlist.payurl, location.href)
  return (
    <Card className={css.payment}>
      {usdt ? (
        <p className="t-13 muted">
          向以下 <b className="blue">{cardlist.content}</b> 地址转入{' '}
          <b className={css.ink}>
            {info.usdt_amount > 0
              ? `${info.usdt_amount.toFixed(2)} USDT`
              : `¥${yuanText(info.amount)} 等值的 USDT`}
          </b>
        </p>
      ) : (
        <p className="t-13 muted">请使用{kindNamed(kind) ?? '付款应用'}扫码，或直接打开付款页面</p>
      )}
      {cardlist.payimg !== '' && (
        <img src={cardlist.payimg} width={176} height={176} alt="收款二维码" />
      )}
      {usdt && (
        <>
          <p className={css.address}>
            <span>{address.slice(0, half)}</span>
            <span>{address.slice(half)}</span>
          </p>
          <Button kind="tonal" size={44} block icon="copy" onClick={() => void copyText(address)}>
            复制收款地址
          </Button>
        </>
      )}
      {payPage && (
        <ButtonLink kind={usdt ? 'line' : 'tonal'} size={44} block icon="share" href={payPage}>
          打开付款页面
        </ButtonLink>
      )}
    </Card>
  )
}

/** A finger on the screen: the payment app is on this device. */
const onPhone = () => matchMedia('(pointer: coarse)').matches

/** The code is for another phone. */
const OnPhone = ({ payPage, code }: { payPage: string; code: string }) => (
  <Card className={css.payment}>
    <ButtonLink block href={payPage}>
      打开付款页面
    </ButtonLink>
    {code !== '' && (
      <details className={css.other}>
        <summary>用另一部手机扫码</summary>
        <img src={code} width={176} height={176} alt="收款二维码" />
      </details>
    )}
  </Card>
)

const Missing = ({ text }: { text: string | undefined }) => (
  <main className="page">
    <Empty
      title={text ?? '没有找到这笔订单'}
      next={
        <ButtonLink kind="tonal" size={44} href={href('/transRecord')}>
          资金明细
        </ButtonLink>
      }
    >
      请核对订单链接，或在资金明细中查看
    </Empty>
  </main>
)

const Waiting = () => (
  <div className="stack" aria-busy="true" aria-label="加载中">
    <Skeleton height="128px" radius={16} />
    <Skeleton height="380px" radius={16} />
    <Skeleton height="160px" radius={16} />
  </div>
)
