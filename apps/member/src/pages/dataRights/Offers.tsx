import {
  offerChannels,
  offerProducts,
  type OfferChannel,
  type OfferProduct,
} from '@tianping/contract/consents/facts'
import { useAction } from '../../app/calls.ts'
import { Chip } from '../../ui/Chip.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { useConsents } from './useRights.ts'
import css from './dataRights.module.css'

const products = Object.entries(offerProducts) as [OfferProduct, string][]
const channels = Object.entries(offerChannels) as [OfferChannel, string][]

const changed = {
  stale: ['POST /api/consents/show'],
  quiet: true,
  done: ({ message }: { message: string }) => toast(message),
} as const

/** Which offers reach the member: each product on each channel, and one step out of all. */
export function Offers() {
  const { data } = useConsents()
  const choose = useAction('POST /api/consents/offer', changed)
  const stop = useAction('POST /api/consents/offers/stop', changed)
  const wanted = (product: OfferProduct, channel: OfferChannel) =>
    data?.offers.some(each => each.product === product && each.channel === channel && each.wanted)
  const any = data?.offers.some(each => each.wanted) ?? false
  return (
    <section>
      <div className={css.choosing}>
        <h2 className={css.title}>接收优惠与活动</h2>
        {any && (
          <button
            type="button"
            className="text-btn text-btn--brand"
            disabled={stop.busy}
            onClick={() => stop.run({})}
          >
            全部关闭
          </button>
        )}
      </div>
      <div className="card card--pad">
        {products.map(([product, label]) => (
          <div key={product} className={css.offer} role="group" aria-label={`${label}优惠`}>
            <span className="t-15">{label}</span>
            <div className={css.ways}>
              {channels.map(([channel, name]) => (
                <Chip
                  key={channel}
                  on={wanted(product, channel) ?? false}
                  onClick={() =>
                    choose.run({ product, channel, on: wanted(product, channel) ? 0 : 1 })
                  }
                >
                  {name}
                </Chip>
              ))}
            </div>
          </div>
        ))}
      </div>
      <p className={css.foot}>逐项选择，随时更改，立即生效。账户与安全通知不受影响。</p>
    </section>
  )
}
