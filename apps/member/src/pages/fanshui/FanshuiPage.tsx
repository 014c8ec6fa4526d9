import { noRebate } from '@tianping/contract/rebate/rules'
import { useState } from 'react'
import { WhyRefused } from '../../app/explain/Why.tsx'
import { href } from '../../app/routes/paths.ts'
import { useView } from '../../app/routes/view.ts'
import {
  allVenues,
  dateRanges,
  isFilter,
  noFilter,
  type Filter,
} from '../../app/records/filters.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Vault } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Money } from '../../ui/Money.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { RebateDetail } from './RebateDetail.tsx'
import { RebateRow } from './RebateRow.tsx'
import { useClaim, useRebates, useVenues, type Rebate } from './useFanshui.ts'
import records from '../../app/records/records.module.css'
import css from './fanshui.module.css'

/** What comes back of one's bets: the totals, the claim, and every single rebate. */
export default function FanshuiPage() {
  const [filter, setFilter] = useView('filter', noFilter, isFilter)
  const [shown, setShown] = useState<{ row: Rebate; open: boolean }>()
  const list = useRebates(filter)
  const venues = useVenues()
  return (
    <main className="page stack">
      <Totals given={list.first} />
      <Filters filter={filter} onChange={setFilter} venues={venues} />
      <InfiniteList
        list={list}
        empty={
          <Empty
            next={
              <ButtonLink kind="tonal" size={44} href={href('/')}>
                去首页看看
              </ButtonLink>
            }
          >
            投注结算后，返水会出现在这里
          </Empty>
        }
      >
        {rows => (
          <section className={`list ${records.list} ${css.list}`} aria-label="返水记录">
            {rows.map((row, i) => (
              <RebateRow
                key={`${row.created_at}${row.gamename}${i}`}
                row={row}
                ico={venues.find(({ name }) => name === row.gamename)?.ico}
                onOpen={() => setShown({ row, open: true })}
              />
            ))}
          </section>
        )}
      </InfiniteList>
      {list.rows && (
        <p className={css.rule}>
          每日 00:00–23:59（北京时间）的有效投注，当日结束后 24
          小时内派发，请在福利中心手动领取；VIP 返水 1 倍流水即可提款。
        </p>
      )}
      {shown && (
        <RebateDetail
          row={shown.row}
          open={shown.open}
          onClose={() => setShown({ ...shown, open: false })}
        />
      )}
    </main>
  )
}

type Given = ReturnType<typeof useRebates>['first']

/** Both totals; the last known stay while another filter is read. Nothing is said before. */
function Totals({ given }: { given: Given }) {
  const [last, setLast] = useState(given)
  if (given && given !== last) setLast(given)
  const known = given ?? last
  const claim = useClaim()
  const none = known !== undefined && known.nojisuan <= 0
  return (
    <>
      <Vault gold label="返水">
        <div className={css.lead}>
          <div>
            <p className="sub">待领取</p>
            <Money yuan={known?.nojisuan} size={34} />
          </div>
          <Button
            kind="gold"
            size={44}
            dim={none}
            disabled={!known}
            reason={none ? 'no-rebate' : undefined}
            busy={claim.busy}
            onClick={() => (none ? toast(noRebate, 'danger') : claim.run({}))}
          >
            点击领取
          </Button>
        </div>
        {(none || !known) && (
          <p id="no-rebate" className="sub">
            {none ? '派发后可领取，现在没有可领取的返水' : '\u2002'}
          </p>
        )}
        <p className={css.foot}>
          <span>累计领取</span>
          <Money yuan={known?.jisuan} />
        </p>
      </Vault>
      <WhyRefused error={claim.error} />
    </>
  )
}

type FiltersProps = {
  filter: Filter
  onChange: (filter: Filter) => void
  venues: readonly { name: string; platname: string }[]
}

function Filters({ filter, onChange, venues }: FiltersProps) {
  const [open, setOpen] = useState(false)
  const choices = [
    { key: '', label: allVenues },
    ...venues.map(({ platname, name }) => ({ key: platname, label: name })),
  ]
  return (
    <div className={`chips ${css.chips}`} role="group" aria-label="筛选">
      <Chip on={filter.platname !== ''} opens onClick={() => setOpen(true)}>
        {choices.find(({ key }) => key === filter.platname)?.label ?? filter.platname}
      </Chip>
      {dateRanges.map(({ key, label }) => (
        <Chip key={key} on={filter.date === key} onClick={() => onChange({ ...filter, date: key })}>
          {label}
        </Chip>
      ))}
      <Picker
        open={open}
        title="选择平台"
        choices={choices}
        value={filter.platname}
        onChoose={platname => onChange({ ...filter, platname })}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
