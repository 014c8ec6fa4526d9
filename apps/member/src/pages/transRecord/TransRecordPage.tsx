import { useState } from 'react'
import { href } from '../../app/routes/paths.ts'
import { DayGroups } from '../../app/records/DayGroups.tsx'
import { RecordFilters } from '../../app/records/RecordFilters.tsx'
import { RecordRow } from '../../app/records/RecordRow.tsx'
import { minuteOf } from '../../app/records/days.ts'
import { filterOf, isFilter } from '../../app/records/filters.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { useView } from '../../app/routes/view.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import css from '../../app/records/records.module.css'
import { Detail } from './Detail.tsx'
import {
  isTransfer,
  isType,
  isVoid,
  signOf,
  stageText,
  stateLabel,
  types,
  wayIcon,
  type Type,
} from './labels.ts'
import { useTransRecord, useVenueIco, type Transaction } from './useTransRecord.ts'

export default function TransRecordPage() {
  const query = useQueryOf('/transRecord')
  const [type, setType] = useView<Type>('type', query.type, isType)
  const [filter, setFilter] = useView('filter', filterOf(query), isFilter)
  const [shown, setShown] = useState<{ row: Transaction; open: boolean }>()
  const list = useTransRecord(type, filter)
  const icoOf = useVenueIco()
  return (
    <main>
      <RecordFilters filter={filter} onChange={setFilter} statement>
        <Tabs label="类型" tabs={types} value={type} onChange={setType} />
      </RecordFilters>
      <div className="page">
        <InfiniteList list={list} empty={<Nothing type={type} />}>
          {rows => (
            <DayGroups
              rows={rows}
              timeOf={row => row.created_at}
              hasMore={list.hasMore}
              sumOf={({ rows: { length } }) => `${length} 笔`}
            >
              {row => (
                <Row
                  key={row.out_trade_no}
                  type={type}
                  row={row}
                  ico={isTransfer(type) ? icoOf(row.pay_way) : undefined}
                  onOpen={() => setShown({ row, open: true })}
                />
              )}
            </DayGroups>
          )}
        </InfiniteList>
      </div>
      {shown && (
        <Detail
          type={type}
          row={shown.row}
          open={shown.open}
          onClose={() => setShown({ ...shown, open: false })}
        />
      )}
    </main>
  )
}

type RowProps = { type: Type; row: Transaction; ico: string | undefined; onOpen: () => void }

function Row({ type, row, ico, onOpen }: RowProps) {
  const { text, kind } = stateLabel(type, row.state)
  const stage = stageText(row)
  return (
    <RecordRow no={row.out_trade_no} onOpen={onOpen}>
      <span className={css.mono}>
        {ico ? (
          <img src={ico} width={40} height={40} alt="" />
        ) : (
          <Icon name={isTransfer(type) ? 'transfer' : wayIcon(row.pay_way)} />
        )}
      </span>
      <span className="grow">
        <span className="t-15 b">{row.pay_way}</span>
        <br />
        <span className="t-12 faint">{minuteOf(row.created_at)}</span>
        {stage !== '' && (
          <>
            <br />
            <span className="t-12 muted">{stage}</span>
          </>
        )}
      </span>
      <span className={css.right}>
        <span className={isVoid(type, row.state) ? 'fig fig--17 faint' : 'fig fig--17'}>
          {signOf(type)}
          <i>¥</i>
          {yuanText(row.amount)}
        </span>
        <StateDot kind={kind}>{text}</StateDot>
      </span>
    </RecordRow>
  )
}

const Nothing = ({ type }: { type: Type }) => (
  <Empty
    next={
      isTransfer(type) ? (
        <ButtonLink kind="tonal" size={44} href={href('/transfer')}>
          去转账
        </ButtonLink>
      ) : (
        <ButtonLink kind="tonal" size={44} href={href('/recharge')}>
          去存款
        </ButtonLink>
      )
    }
  >
    存款、取款与转账都会记录在这里
  </Empty>
)
