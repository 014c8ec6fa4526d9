import { venueLabels } from '@tianping/contract/venues/facts'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Vault } from '../../ui/Card.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useRecallAll, useRefreshMoney, useUser } from '../account.ts'
import { useVenueRefresh, type Venue } from './venues.ts'
import css from './wallet.module.css'

type Props = {
  /** What this screen calls the central wallet. */
  title: string
  venues: { data: readonly Venue[] | undefined; isError: boolean }
  /** How many venues show before 展开. */
  first: 3 | 4
}

/**
 * In the narrow columns of venues larger figures step down, and the largest leave their decimals to
 * the wallet page.
 */
const tightYuan = 10_000
const wholeYuan = 100_000

/**
 * The central wallet with its venues: each refreshes by itself, and all are brought back at once
 * while transfers are automatic.
 */
export function WalletVault({ title, venues, first }: Props) {
  const user = useUser()
  const money = useRefreshMoney()
  const recall = useRecallAll()
  return (
    <Vault label="钱包金额">
      <div className={css.line}>
        <div>
          <p className="sub">{title}</p>
          <p className={css.figure}>
            <Money yuan={user?.balance} size={28} />
            <button
              type="button"
              className="icon-btn"
              aria-label={`刷新${title}余额`}
              aria-busy={money.busy || undefined}
              onClick={() => money.run({})}
            >
              <Icon name="refresh" size={20} />
            </button>
          </p>
        </div>
        {user?.transferstatus === 1 && (
          <Button kind="glass" size={36} busy={recall.busy} onClick={() => recall.run({})}>
            一键回收
          </Button>
        )}
      </div>
      {venues.isError && !venues.data ? (
        <p className={`sub ${css.silent}`}>场馆余额暂时读不到，稍后自动重试</p>
      ) : (
        <VenueStrip venues={venues.data} first={first} />
      )}
    </Vault>
  )
}

type StripProps = { venues: Props['venues']['data']; first: Props['first'] }

function VenueStrip({ venues, first }: StripProps) {
  const [all, setAll] = useState(false)
  const refresh = useVenueRefresh()
  const more = (venues?.length ?? first + 1) > first
  const shown = all ? venues : venues?.slice(0, first)
  // As many columns as asked for, and fewer where the text is too large for a name to fit.
  const share = `(100% - ${more ? 56 : 0}px) / ${first} - 0.01px`
  const columns = {
    gridTemplateColumns: `repeat(auto-fill, minmax(max(3.4rem, ${share}), 1fr))${more ? ' 56px' : ''}`,
  }
  if (!shown) {
    return (
      <div className={css.venues} style={columns} aria-busy="true" aria-label="加载中">
        {Array.from({ length: first }, (_, i) => (
          <span key={i}>
            <Skeleton width="48px" height="12px" />
            <Skeleton width="40px" height="12px" />
          </span>
        ))}
      </div>
    )
  }
  if (shown.length === 0) return null
  return (
    <div className={css.venues} style={columns}>
      {shown.map(({ platname, name, balance, state }) => (
        <button
          key={platname}
          type="button"
          aria-busy={refresh.busy === platname || undefined}
          onClick={() => refresh.run(platname)}
        >
          <span className="sr">刷新</span>
          <span className={`t-12 ${css.name}`}>{name}</span>
          <b className={balance >= tightYuan ? 't-12' : 't-13'}>
            {balance >= wholeYuan ? yuanText(balance).slice(0, -3) : yuanText(balance)}
          </b>
          {state === 'maintenance' && <span className="sr">{venueLabels.maintenance}</span>}
        </button>
      ))}
      {more && (
        <button
          type="button"
          className={css.more}
          style={{ gridColumn: '-2 / -1', gridRow: `1 / span ${shown.length}` }}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? '收起' : '展开'}
          <Icon name={all ? 'up' : 'down'} size={16} />
        </button>
      )}
    </div>
  )
}
