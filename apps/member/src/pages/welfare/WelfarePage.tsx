import { useRules } from '../../app/account.ts'
import { href } from '../../app/routes/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Vault } from '../../ui/Card.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Money } from '../../ui/Money.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import records from '../../app/records/records.module.css'
import { useClaims, useGrants, useOffers, usePackets, type Packet } from './useWelfare.ts'
import { Missions } from './Missions.tsx'
import { Redeem } from './Redeem.tsx'
import { Rounds } from './Rounds.tsx'
import css from './welfare.module.css'

export default function WelfarePage() {
  const claims = useClaims().data
  const grants = useGrants()
  const packets = usePackets()
  const offers = useOffers()
  const isKnown = offers.data !== undefined || offers.isError
  // What stands above the packets is known first: nothing moves afterwards.
  const isWhole = isKnown && (grants.rows !== undefined || grants.failed)
  const opens = useRules().packet_opens
  return (
    <main className="page stack">
      <Vault gold label="红包次数">
        <div className={css.counts}>
          <p>
            <span className="sub">剩余领取次数</span>
            <b className="fig fig--34">{claims ? Math.max(0, claims.sendnums) : '—'}</b>
          </p>
          <p>
            <span className="sub">已领取次数</span>
            <b className="fig fig--34">{claims?.acquirednum ?? '—'}</b>
          </p>
        </div>
        <ButtonLink kind="gold" size={44} block icon="packet" href={href('/hongbao')}>
          前往领取
        </ButtonLink>
      </Vault>
      {offers.data && <Missions missions={offers.data.missions} />}
      {isKnown && offers.data?.codes !== false && <Redeem />}
      {isWhole ? (
        <>
          <Rounds list={grants} />
          <Packets list={packets} opens={opens} />
        </>
      ) : (
        <SkeletonRows rows={4} />
      )}
    </main>
  )
}

type PacketsProps = { list: ReturnType<typeof usePackets>; opens: string }

function Packets({ list, opens }: PacketsProps) {
  return (
    <>
      <div className="head">
        <h2>红包记录</h2>
      </div>
      <div className={css.records}>
        <InfiniteList list={list} empty={<Empty>每日 {opens} 开抢，领取的红包会出现在这里</Empty>}>
          {rows => (
            <div className={`list ${records.list}`}>
              {rows.map((row, i) => (
                <Row key={`${row.usetime} ${i}`} row={row} />
              ))}
            </div>
          )}
        </InfiniteList>
      </div>
    </>
  )
}

const Row = ({ row }: { row: Packet }) => (
  <div className={`row ${css.row}`}>
    <span className={records.mono}>
      <Icon name="packet" className={css.packet} />
    </span>
    <dl className={css.facts}>
      <div>
        <dt>存款金额</dt>
        <dd>
          <Money yuan={row.money} />
        </dd>
      </div>
      <div>
        <dt>存款时间</dt>
        <dd>{row.created_at}</dd>
      </div>
      <div>
        <dt>领取时间</dt>
        <dd>{row.usetime || '暂未领取'}</dd>
      </div>
    </dl>
    <span className={records.right}>
      <span className="sr">红包金额</span>
      <Money yuan={row.redpacketmoney} size={17} signed className="gold" />
    </span>
  </div>
)
