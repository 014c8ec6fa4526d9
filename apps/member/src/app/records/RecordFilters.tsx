import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { useAnswer } from '../calls.ts'
import { href } from '../routes/paths.ts'
import { allVenues, dateRanges, noFilter, rangeLabel, type Filter } from './filters.ts'
import css from './records.module.css'

type Props = {
  filter: Filter
  onChange: (filter: Filter) => void
  /** Above the chips: the tabs of the list. */
  children?: ReactNode
  /** With a way to the statement, which sums up what the list holds. */
  statement?: boolean
}

/**
 * The filters over a list of records: two chips, and one sheet for both. Stays under the header
 * while the list scrolls.
 */
export function RecordFilters({ filter, onChange, children, statement }: Props) {
  const [open, setOpen] = useState(false)
  const venues = useAnswer('POST /api/balancelist', {})
  const show = () => setOpen(true)
  const venue =
    filter.platname === ''
      ? allVenues
      : (venues.data?.find(({ platname }) => platname === filter.platname)?.name ?? filter.platname)
  return (
    <div className={css.filters}>
      {children}
      <div className="chips" role="group" aria-label="筛选">
        <Chip on={filter.platname !== ''} opens onClick={show}>
          {venue}
        </Chip>
        <Chip on opens onClick={show}>
          {rangeLabel(filter)}
        </Chip>
        {statement && (
          <a className={`text-btn text-btn--brand ${css.statement}`} href={href('/statement')}>
            对账单
          </a>
        )}
      </div>
      <Sheet open={open} title="筛选" onClose={() => setOpen(false)}>
        <Choices
          filter={filter}
          venues={venues.data ?? []}
          onDone={next => {
            setOpen(false)
            if (!alike(next, filter)) onChange(next)
          }}
        />
      </Sheet>
    </div>
  )
}

const alike = (a: Filter, b: Filter) =>
  a.date === b.date && a.platname === b.platname && a.days === b.days

type Venue = { platname: string; name: string }

/** The sheet's content; nothing applies before 确定. */
function Choices({
  filter,
  venues,
  onDone,
}: {
  filter: Filter
  venues: readonly Venue[]
  onDone: (filter: Filter) => void
}) {
  const [chosen, setChosen] = useState(filter)
  return (
    <>
      <div className={css.group} role="group" aria-label="时间">
        <h3>时间</h3>
        <div className={`${css.pills} ${css.four}`}>
          {dateRanges.map(({ key, label }) => (
            <Chip
              key={key}
              on={!chosen.days && chosen.date === key}
              onClick={() => setChosen({ platname: chosen.platname, date: key })}
            >
              {label}
            </Chip>
          ))}
        </div>
      </div>
      <div className={css.group} role="group" aria-label="平台">
        <h3>平台</h3>
        <div className={css.pills}>
          {[{ platname: '', name: allVenues }, ...venues].map(({ platname, name }) => (
            <Chip
              key={platname}
              on={chosen.platname === platname}
              onClick={() => setChosen({ ...chosen, platname })}
            >
              {name}
            </Chip>
          ))}
        </div>
      </div>
      <div className={css.acts}>
        <Button kind="quiet" onClick={() => setChosen(noFilter)}>
          重置
        </Button>
        <Button onClick={() => onDone(chosen)}>确定</Button>
      </div>
    </>
  )
}
