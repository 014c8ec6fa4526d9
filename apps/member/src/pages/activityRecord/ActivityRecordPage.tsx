import { reviewState } from '@tianping/contract/facts'
import { useState } from 'react'
import { ExplainSheet } from '../../app/explain/ExplainSheet.tsx'
import { explanationOf } from '../../app/explain/explain.ts'
import { href } from '../../app/routes/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Empty } from '../../ui/Empty.tsx'
import css from '../../app/records/records.module.css'
import { applicationLabel, useActivityRecord, type Application } from './useActivityRecord.ts'

export default function ActivityRecordPage() {
  const list = useActivityRecord()
  const [shown, setShown] = useState<{ row: Application; open: boolean }>()
  return (
    <main className="page">
      <InfiniteList
        list={list}
        empty={
          <Empty
            next={
              <ButtonLink kind="tonal" size={44} href={href('/activity')}>
                去看看优惠
              </ButtonLink>
            }
          >
            申请过的活动会出现在这里
          </Empty>
        }
      >
        {rows => (
          <div className={`list ${css.list}`}>
            {rows.map(row => (
              <Row
                key={`${row.created_at} ${row.activity_name}`}
                row={row}
                onOpen={() => setShown({ row, open: true })}
              />
            ))}
          </div>
        )}
      </InfiniteList>
      {shown && (
        <ExplainSheet
          title="申请详情"
          head={<Head row={shown.row} />}
          explanation={explanationOf(shown.row.why)}
          open={shown.open}
          onClose={() => setShown({ ...shown, open: false })}
        />
      )}
    </main>
  )
}

/** What became of an application, over what it rested on. */
function Head({ row }: { row: Application }) {
  const { text, kind } = applicationLabel(row.state)
  return (
    <div className={css.lead}>
      <b className="t-17">{row.activity_name}</b>
      <StateDot kind={kind}>{text}</StateDot>
      {row.remark && (
        <p className={`t-13 ${row.state === reviewState.rejected ? 'red' : 'muted'}`}>
          {row.remark}
        </p>
      )}
    </div>
  )
}

function Row({ row, onOpen }: { row: Application; onOpen: () => void }) {
  const { text, kind } = applicationLabel(row.state)
  return (
    <button type="button" className="row" onClick={onOpen}>
      <span className={css.mono}>
        <Icon name="gift" />
      </span>
      <span className="grow">
        <b className="t-15">{row.activity_name}</b>
        <br />
        <span className="t-12 faint">申请时间 {row.created_at}</span>
        {row.remark && (
          <>
            <br />
            <span className={`t-12 ${row.state === reviewState.rejected ? 'red' : 'muted'}`}>
              {row.remark}
            </span>
          </>
        )}
      </span>
      <StateDot kind={kind}>{text}</StateDot>
    </button>
  )
}
