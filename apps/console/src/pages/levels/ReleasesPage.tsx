import { everyState, reviewState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import type { Release } from '../../parts/levels/Checks.tsx'
import { releaseColumns } from '../../parts/levels/releaseColumns.tsx'
import { Find } from '../../parts/list/Find.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { everyOf, releaseStates } from '../../parts/states.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows } from '../../ui/Rows.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { LevelTabs } from './LevelTabs.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import css from '../../parts/review/review.module.css'

const path = '/levels/releases'
const defaults: { state: number; q: string } = { state: reviewState.waiting, q: '' }

/** What was recorded of members for a level, and what a second person decided. */
export default function ReleasesPage() {
  const table = useTable('POST /api/console/vip-releases/list', defaults)
  const { state: current } = table.filters
  const tabs = [...releaseStates, everyOf(everyState)].map(({ state, text }) => ({
    key: String(state),
    text,
    href: href(path, state === defaults.state ? {} : { state }),
  }))
  return (
    <Room
      title={<LevelTabs current="releases" />}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={String(current)} />
          <span className={css.push} />
          <OrderNarrow table={table} states={releaseStates} label="登记" amounts={false} />
          <Find table={table} placeholder="会员名或会员 ID" />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={[memberColumn<Release>(), ...releaseColumns]}
          rowKey={row => row.release_id}
          label="放行记录"
          empty={current === reviewState.waiting ? '没有待批准的放行' : '没有放行记录'}
        />
      </Card>
    </Room>
  )
}
