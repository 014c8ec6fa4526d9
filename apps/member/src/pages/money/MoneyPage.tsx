import { blockKinds } from '@tianping/contract/protection/facts'
import { venueLabels } from '@tianping/contract/venues/facts'
import { useEffect, useState } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { href } from '../../app/routes/paths.ts'
import { askPlaces, placeNote } from '../../app/wallet/places.ts'
import { RecallProgress } from '../../app/wallet/RecallProgress.tsx'
import { Share } from '../../app/wallet/Share.tsx'
import { useRecall } from '../../app/wallet/useRecall.ts'
import type { Place, Where } from '../../app/wallet/where.ts'
import { useVenueRefresh, type Venue } from '../../app/wallet/venues.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Alert, Card, Vault } from '../../ui/Card.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Automatic } from './Automatic.tsx'
import { useMoney } from './useMoney.ts'
import css from './money.module.css'

export default function MoneyPage() {
  const [hidden, setHidden] = useState(false)
  const money = useMoney()
  const { user, venues, where } = money
  const recall = useRecall()
  useEffect(() => void askPlaces(), [])
  return (
    <main className="page stack">
      <Vault label="总资产">
        <div className={css.line}>
          <span className="sub">总资产</span>
          <IconButton
            icon={hidden ? 'eye-off' : 'eye'}
            label={hidden ? '显示金额' : '隐藏金额'}
            onClick={() => setHidden(!hidden)}
          />
        </div>
        <Figures of={money} hidden={hidden} />
      </Vault>
      {user?.block && (
        <Alert icon="lock">
          {blockKinds[user.block.kind]}中，存款与转入场馆已关闭，取款不受影响。
        </Alert>
      )}
      <nav className={`card ${css.ways}`} aria-label="资金">
        {ways
          .filter(({ path }) => !user?.block || !closed.includes(path))
          .map(({ path, icon, name }) => (
            <a key={path} href={href(path)}>
              <span>
                <Icon name={icon} />
              </span>
              {name}
            </a>
          ))}
      </nav>
      <div className={`head ${css.head}`}>
        <h2>场馆余额</h2>
        <Button kind="tonal" size={36} icon="recycle" busy={recall.busy} onClick={recall.run}>
          一键回收
        </Button>
      </div>
      {recall.progress && (
        <Card>
          <RecallProgress progress={recall.progress} onRetry={recall.run} />
        </Card>
      )}
      {venues.data ? (
        <Venues venues={venues.data} where={where} hidden={hidden} />
      ) : (
        <NoVenues venues={venues} />
      )}
      {/* Below the venues, which it waits for: it would move with them. */}
      {where && (venues.data || venues.isError) && !user?.block && <Automatic where={where} />}
    </main>
  )
}

type FiguresProps = { of: ReturnType<typeof useMoney>; hidden: boolean }

/** The total, where it is, and what is named beside it. */
function Figures({ of: money, hidden }: FiguresProps) {
  const { central, inVenues, underWay, held, openStakes, total } = money
  return (
    <>
      <Money yuan={total} size={34} hidden={hidden} />
      {!hidden && (
        <div className={css.bar}>
          <Share vault central={central ?? 0} away={(inVenues ?? 0) + underWay} />
        </div>
      )}
      <div className={css.parts}>
        <Part name="中心钱包" yuan={central} hidden={hidden} />
        <Part name="场馆钱包" yuan={inVenues} hidden={hidden} />
        {underWay > 0 && <Part name="转账途中" yuan={underWay} hidden={hidden} />}
        {held > 0 && <Part name="取款中，另计" yuan={held} hidden={hidden} />}
        {openStakes > 0 && <Part name="未结算注额" yuan={openStakes} hidden={hidden} />}
      </div>
    </>
  )
}

const ways = [
  { path: '/recharge', icon: 'deposit', name: '存款' },
  { path: '/transfer', icon: 'transfer', name: '转账' },
  { path: '/withdrawal', icon: 'withdraw', name: '取款' },
  { path: '/wallet', icon: 'cards', name: '卡片管理' },
] as const
/** What a break or an exclusion closes. */
const closed: string[] = ['/recharge', '/transfer']

type PartProps = { name: string; yuan: number | undefined; hidden: boolean }

const Part = ({ name, yuan, hidden }: PartProps) => (
  <div>
    <p className="sub">{name}</p>
    <Money yuan={yuan} size={17} hidden={hidden} />
  </div>
)

/** Stands until the venues are known. */
const NoVenues = ({ venues }: { venues: ReturnType<typeof useMoney>['venues'] }) =>
  venues.isError ? <FailedAnswer of={venues} /> : <SkeletonRows rows={9} />

type VenuesProps = { venues: readonly Venue[]; where: Where | undefined; hidden: boolean }

/** Venues with money in full, the others folded to a touch each that asks them anew. */
function Venues({ venues, where, hidden }: VenuesProps) {
  const refresh = useVenueRefresh()
  if (venues.length === 0) return <Empty>场馆开放后，余额会显示在这里</Empty>
  const full = venues.filter(
    ({ platname, balance, open_stake: open, state }) =>
      balance > 0 || open > 0 || state === 'maintenance' || placeIn(where, platname)?.moving,
  )
  const empty = venues.filter(venue => !full.includes(venue))
  return (
    <section className={`list ${css.venues}`} aria-label="场馆余额">
      {full.map(({ platname, name, balance, open_stake: open, ico, state }) => (
        <div key={platname} className="row">
          <img className={css.ico} src={ico} width={36} height={36} alt="" />
          <span className={`grow ${css.name}`}>
            <span className="cut">{name}</span>
            {open > 0 && (
              <span className={`t-13 muted ${css.open}`}>
                未结算 {hidden ? '****' : `¥${yuanText(open)}`}
              </span>
            )}
            {state === 'maintenance' && <Tag>{venueLabels.maintenance}</Tag>}
            <Note place={placeIn(where, platname)} now={where?.at} />
          </span>
          <Money
            yuan={balance}
            size={17}
            hidden={hidden}
            className={balance === 0 ? css.none : undefined}
          />
          <span aria-busy={refresh.busy === platname || undefined} className={css.refresh}>
            <IconButton
              icon="refresh"
              label={`刷新${name}`}
              onClick={() => refresh.run(platname)}
            />
          </span>
        </div>
      ))}
      {empty.length > 0 && (
        <div className={css.rest}>
          <p className="t-13 muted">
            {full.length > 0 ? `其余 ${empty.length} 个场馆没有余额` : '各场馆没有余额'}
          </p>
          <div>
            {empty.map(({ platname, name }) => (
              <button
                key={platname}
                type="button"
                aria-label={`刷新${name}`}
                aria-busy={refresh.busy === platname || undefined}
                onClick={() => refresh.run(platname)}
              >
                {name}
                <Icon name="refresh" size={16} />
              </button>
            ))}
          </div>
        </div>
      )}
    </section>
  )
}

const placeIn = (where: Where | undefined, platname: string) =>
  where?.venues.find(place => place.platname === platname)

/** Where a venue did not answer, or its transfer is not confirmed yet. */
function Note({ place, now }: { place: Place | undefined; now: string | undefined }) {
  if (!place || now === undefined || (!place.moving && place.seen !== 'silent')) return null
  return <span className={`t-13 muted ${css.open}`}>{placeNote(place, now)}</span>
}
