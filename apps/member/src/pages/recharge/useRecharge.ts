import type { Protocol } from '@tianping/contract/payments'
import { useEffect } from 'react'
import { fenOf } from '@tianping/money'
import { drawn } from '../../app/afterPaint.ts'
import { call } from '../../app/api.ts'
import { cache, keyOf } from '../../app/cache.ts'
import { useAction, useAnswer } from '../../app/calls.ts'
import { sendReceipt } from '../../app/receipt/receipts.ts'
import { back, go } from '../../app/routes/navigation.ts'
import { useLanded } from '../../app/outcome/unsettled.ts'
import { bindForDeposit } from '../../app/wallet/bound.ts'
import { webAddress } from '../../app/wallet/webAddress.ts'
import { confirm } from '../../ui/layer/confirm.tsx'
import { whenSettled } from '../../ui/layer/layers.ts'
import { toast } from '../../ui/layer/toast.tsx'
import type { DepositValues } from './depositValues.ts'
import { offersOf, payType, rangeType, redirects, type Method } from './methods.ts'

/** Until the range call says otherwise (P2-9-04). */
const defaultRange = { min_price: 100, max_price: 10_000 }

/**
 * The methods and what is said of them. The documents' call alone is enough: what it does not say
 * is left out where the other one fails.
 */
export function useMethods() {
  const query = useAnswer('GET /api/get_pay_way', {})
  const options = useAnswer('POST /api/depositoptions', {}, { freshMs: 0, silent: true })
  return {
    offers: query.data && offersOf(query.data, options.data),
    options: options.data,
    asking: options.isLoading,
    query,
  }
}

/** The smallest and largest deposit of a method, in fen. */
export function useRange(method: Method, protocol: Protocol) {
  const { data = defaultRange } = useAnswer(
    'POST /api/getPayRange',
    { type: rangeType(method, protocol) },
    { freshMs: 0, enabled: method.kind !== 'manual' },
  )
  return { minFen: fenOf(data.min_price), maxFen: fenOf(data.max_price) }
}

/** The platform's accounts, for those who pay by bank. */
export const useReceivers = (enabled = true) => useAnswer('POST /api/getpaybank', {}, { enabled })

/** What the call takes: the payer by bank, the protocol in USDT, else the amount alone. */
function payloadOf(
  method: Method,
  protocol: Protocol,
  { amount, card, receiver, bank_address, ...payer }: DepositValues,
) {
  const payload = { paytype: payType(method), amount }
  if (method.kind === 'bank')
    return {
      ...payload,
      ...payer,
      bank_address: bank_address ?? '',
      ...(card ? { card } : {}),
      ...(receiver ? { receiver } : {}),
    }
  if (method.kind === 'usdt') return { ...payload, catepay: protocol }
  return payload
}

type Deposit = {
  method: Method
  protocol: Protocol
  /** Goes with a bank transfer. */
  receipt: Blob | null
  cleared: () => void
  failed: (error: Error) => void
}

/** Opens a deposit; where it leads depends on the method (P2-4-19 to P2-4-21). */
export function useDeposit({ method, protocol, receipt, cleared, failed }: Deposit) {
  useLanded('POST /api/recharge', cleared)
  const { run, busy } = useAction('POST /api/recharge', {
    stale: ['POST /api/gettransrecord', 'POST /api/depositoptions'],
    failed,
    done: async ({ message }) => {
      if (redirects(method)) {
        const address = webAddress(message, location.href)
        return address
          ? location.assign(address)
          : toast('支付页面暂时无法打开，请联系客服', 'danger')
      }
      cleared()
      if (method.kind !== 'bank') return go('/payInfo', { deposit_no: message })
      const sent = receipt === null || (await sendReceipt(message, receipt))
      toast('提交成功，请等待后台审核')
      if (!sent) toast('凭证未能上传，请在订单页重新上传', 'danger')
      go('/transRecord')
    },
  })
  return { busy, run: (values: DepositValues) => run(payloadOf(method, protocol, values)) }
}

/**
 * Whether the member has bound neither a card nor an address; asked anew, since one may just have
 * been added.
 */
async function bindsNothing(): Promise<boolean> {
  await drawn()
  const counts = await Promise.all(
    ([1, 2] as const).map(async type => {
      const cards = await cache.fetchQuery({
        queryKey: keyOf('POST /api/getcard', { type }),
        queryFn: async () => (await call('POST /api/getcard', { type })).data,
        staleTime: 0,
      })
      return cards.length
    }),
  )
  return counts.every(count => count === 0)
}

/**
 * Every time the page shows: without any bound card the member is sent to bind one, or goes back
 * (P2-2.12-26).
 */
export function useCardsFirst() {
  useEffect(() => {
    let shown = true
    async function ask() {
      if (!(await bindsNothing()) || !shown) return
      const bind = await confirm({
        title: '还没有绑定钱包卡片',
        text: '绑定银行卡或 USDT 地址后即可存款',
        yes: '去绑定',
        no: '返回',
        icon: 'cards',
      })
      if (!shown) return
      if (bind) {
        bindForDeposit()
        return go('/wallet')
      }
      // The dialog takes its own entry out of the history first.
      setTimeout(() => whenSettled(() => shown && back()))
    }
    // Without an answer nobody is stopped: the deposit itself does not need a card.
    ask().catch(() => undefined)
    return () => {
      shown = false
    }
  }, [])
}
