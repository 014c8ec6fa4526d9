import { useState } from 'react'
import { href } from '../../app/routes/paths.ts'
import { dateRanges, noFilter, type DateRange } from '../../app/records/filters.ts'
import { minuteOf } from '../../app/records/days.ts'
import { useAnswer } from '../../app/calls.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Chip, StateDot } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Failed, Skeleton, SkeletonRows } from '../../ui/states.tsx'
import records from '../../app/records/records.module.css'
import { AuditDetail } from './AuditDetail.tsx'
import { Requirements } from './Requirements.tsx'
import { useAudit, verdictLabel, type AuditedBet } from './useAudit.ts'
import css from './wageringAudit.module.css'

/** What a withdrawal still waits for, which bets counted towards it, and why the others did not. */
export default function WageringAuditPage() {
  const [date, setDate] = useState<DateRange>(noFilter.date)
  const [shown, setShown] = useState<{ bet: AuditedBet; open: boolean }>()
  const { list, standing } = useAudit(date)
  const venues = useAnswer('POST /api/balancelist', {}, { silent: true }).data
  const leaves = useAnswer('POST /api/getBetAmount', {}, { silent: true }).data?.leaves === 1
  if (!standing) {
    return (
      <main className="page stack">
        {list.failed ? (
          <Failed words={list.words} onRetry={list.onRetry} busy={list.loading} />
        ) : (
          <Coming />
        )}
      </main>
    )
  }
  return (
    <main className="page stack">
      <Requirements standing={standing} leaves={leaves} />
      <div className={css.head}>
        <h2>注单稽核</h2>
        <p className="t-12 muted">仅已结算的有效投注计入流水</p>
      </div>
      <div className={`chips ${css.chips}`} role="group" aria-label="时间">
        {dateRanges.map(({ key, label }) => (
          <Chip key={key} on={date === key} onClick={() => setDate(key)}>
            {label}
          </Chip>
        ))}
      </div>
      <InfiniteList
        list={list}
        empty={
          <Empty
            next={
              <ButtonLink kind="tonal" size={44} href={href('/')}>
                去看看游戏
              </ButtonLink>
            }
          >
            这段时间没有注单
          </Empty>
        }
      >
        {rows => (
          <section className={`list ${records.list}`} aria-label="注单">
            {rows.map(bet => (
              <Row
                key={`${bet.platname}${bet.bet_id}`}
                bet={bet}
                ico={venues?.find(({ platname }) => platname === bet.platname)?.ico}
                onOpen={() => setShown({ bet, open: true })}
              />
            ))}
          </section>
        )}
      </InfiniteList>
      {shown && (
        <AuditDetail
          bet={shown.bet}
          open={shown.open}
          onClose={() => setShown({ ...shown, open: false })}
        />
      )}
    </main>
  )
}

function Row({
  bet,
  ico,
  onOpen,
}: {
  bet: AuditedBet
  ico: string | undefined
  onOpen: () => void
}) {
  const { text, kind } = verdictLabel(bet)
  return (
    <button type="button" className={`row ${css.bet}`} onClick={onOpen}>
      <span className={records.mono}>
        {ico ? <img src={ico} width={40} height={40} alt="" /> : <Icon name="ticket" />}
      </span>
      <span className={`grow ${css.what}`}>
        <b className="t-15 cut">{bet.game_name || bet.venue_name}</b>
        <span className="t-12 faint">
          有效投注 {yuanText(bet.valid_amount)}&ensp;{bet.placed_at.slice(5, 10)}{' '}
          {minuteOf(bet.placed_at)}
        </span>
      </span>
      <span className={records.right}>
        <Money yuan={bet.counted} size={17} signed className={bet.counted > 0 ? '' : css.none} />
        <StateDot kind={kind}>{text}</StateDot>
      </span>
      {bet.verdict !== 'counted' && (
        <span className={`t-12 muted ${css.reason}`}>{bet.reason}</span>
      )}
    </button>
  )
}

const Coming = () => (
  <>
    <Skeleton height="132px" radius={16} />
    <Skeleton height="148px" radius={16} />
    <SkeletonRows />
  </>
)
