import { formatFen } from '@tianping/money'
import { useState } from 'react'
import { href } from '../../app/routes/paths.ts'
import { DayGroups } from '../../app/records/DayGroups.tsx'
import { RecordFilters } from '../../app/records/RecordFilters.tsx'
import { RecordRow } from '../../app/records/RecordRow.tsx'
import { minuteOf } from '../../app/records/days.ts'
import { filterOf, isFilter } from '../../app/records/filters.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { useQueryOf } from '../../app/routes/router.tsx'
import { useView } from '../../app/routes/view.ts'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { Empty } from '../../ui/Empty.tsx'
import css from '../../app/records/records.module.css'
import { BetDetail } from './BetDetail.tsx'
import { Result } from './Result.tsx'
import { stakedFen, statusLabel } from './labels.ts'
import { useBetRecord, useVenueIco, type Bet } from './useBetRecord.ts'
import own from './betRecord.module.css'

export default function BetRecordPage() {
  const [filter, setFilter] = useView('filter', filterOf(useQueryOf('/betRecord')), isFilter)
  const [shown, setShown] = useState<{ bet: Bet; open: boolean }>()
  const list = useBetRecord(filter)
  const icoOf = useVenueIco()
  return (
    <main>
      <RecordFilters filter={filter} onChange={setFilter} statement />
      <div className="page">
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
              每一注都会记录在这里
            </Empty>
          }
        >
          {bets => (
            <DayGroups
              rows={bets}
              timeOf={bet => bet.created_at}
              hasMore={list.hasMore}
              sumOf={({ rows }) => `投注 ¥${formatFen(stakedFen(rows))}`}
            >
              {bet => (
                <Row
                  key={bet.bet_id}
                  bet={bet}
                  ico={icoOf(bet.platname)}
                  onOpen={() => setShown({ bet, open: true })}
                />
              )}
            </DayGroups>
          )}
        </InfiniteList>
      </div>
      {shown && (
        <BetDetail
          bet={shown.bet}
          open={shown.open}
          onClose={() => setShown({ ...shown, open: false })}
        />
      )}
    </main>
  )
}

function Row({ bet, ico, onOpen }: { bet: Bet; ico: string | undefined; onOpen: () => void }) {
  const { text, kind } = statusLabel(bet.status)
  return (
    <RecordRow no={bet.bet_id} onOpen={onOpen}>
      <span className={css.mono}>
        {ico ? <img src={ico} width={40} height={40} alt="" /> : <Icon name="receipt" />}
      </span>
      <span className={`grow ${own.what}`}>
        <b className="t-15 cut">{bet.game_name || bet.venue_name || bet.Code}</b>
        <span className="t-12 faint">
          投注 {yuanText(bet.bet_amount)}&ensp;派彩 {yuanText(bet.win_loss)}
        </span>
        <span className="t-12 faint cut">
          {minuteOf(bet.created_at)}&ensp;{bet.Code}
        </span>
      </span>
      <span className={css.right}>
        <Result bet={bet} size={17} />
        <StateDot kind={kind}>{text}</StateDot>
      </span>
    </RecordRow>
  )
}
