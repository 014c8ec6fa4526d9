import { blockKinds } from '@tianping/contract/protection/facts'
import { venueLabels } from '@tianping/contract/venues/facts'
import { useState } from 'react'
import { useRecallAll } from '../../app/account.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { href } from '../../app/routes/paths.ts'
import { useVenueRefresh, type Venue } from '../../app/wallet/venues.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Alert, Vault } from '../../ui/Card.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { useMoney } from './useMoney.ts'
import css from './money.module.css'

export default function MoneyPage() {
  const [hidden, setHidden] = useState(false)
  const { user, venues, inVenues, openStakes, total } = useMoney()
  const recall = useRecallAll()
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
        <Money yuan={total} size={34} hidden={hidden} />
        <div className={css.parts}>
          <Part name="中心钱包" yuan={user?.balance} hidden={hidden} />
          <Part name="场馆钱包" yuan={inVenues} hidden={hidden} />
          {openStakes > 0 && <Part name="未结算注额" yuan={openStakes} hidden={hidden} />}
        </div>
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
        <Button
          kind="tonal"
          size={36}
          icon="recycle"
          busy={recall.busy}
          onClick={() => recall.run({})}
        >
          一键回收
        </Button>
      </div>
      {venues.data ? <Venues venues={venues.data} hidden={hidden} /> : <NoVenues venues={venues} />}
    </main>
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

function Venues({ venues, hidden }: { venues: readonly Venue[]; hidden: boolean }) {
  const refresh = useVenueRefresh()
  if (venues.length === 0) return <Empty>场馆开放后，余额会显示在这里</Empty>
  return (
    <section className={`list ${css.venues}`} aria-label="场馆余额">
      {venues.map(({ platname, name, balance, open_stake: open, ico, state }) => (
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
    </section>
  )
}
