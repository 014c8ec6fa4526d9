import { Button, Checkbox, Popover, Segmented } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { inSight } from '../../ui/days/inSight.ts'
import { Icon } from '../../ui/Icon.tsx'
import { hideColumns } from './hiddenColumns.ts'
import { density } from './kept.ts'
import { shownFields, type Choosable, type Listed, type Viewed } from './listed.ts'
import { useNarrow } from './useNarrow.ts'
import { useOperator } from '../../app/session/operator.ts'
import css from './listTools.module.css'

type NamedColumn = { key: string; title: string }

const Views = lazy(() => import('./Views.tsx').then(module => ({ default: module.Views })))
const ExportDialog = lazy(() =>
  import('./ExportDialog.tsx').then(module => ({ default: module.ExportDialog })),
)

/** Saved views, choice of columns and a file: the same above every list. */
export function ListTools({ listed, columns }: { listed: Listed; columns: readonly Choosable[] }) {
  const { may } = useOperator()
  const narrow = useNarrow()
  return (
    <div className={css.bar}>
      <ViewsButton listed={listed} />
      {!narrow && <ColumnsButton listed={listed} columns={columns} />}
      {may('export.run') && (
        <ExportButton listed={listed} shown={shownFields(columns, listed.hidden)} />
      )}
    </div>
  )
}

/** Saved views of a list, or of a report. */
export function ViewsButton({ listed }: { listed: Viewed }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      align={inSight}
      open={open}
      onOpenChange={setOpen}
      content={
        <Suspense fallback={<div className={css.box} />}>
          <Views listed={listed} onDone={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button size="small" type="text" icon={<Icon name="view" size={14} />}>
        视图
      </Button>
    </Popover>
  )
}

function ColumnsButton({ listed, columns }: { listed: Listed; columns: readonly Choosable[] }) {
  const choosable = columns.filter(
    (each): each is NamedColumn =>
      typeof each.key === 'string' && typeof each.title === 'string' && each.title !== '',
  )
  const hidden = listed.hidden.filter(key => choosable.some(each => each.key === key))
  if (choosable.length <= 1) return null
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={<ColumnChoice list={listed.list} columns={choosable} hidden={hidden} />}
    >
      <Button size="small" type="text" icon={<Icon name="columns" size={14} />}>
        列{hidden.length > 0 && `（隐藏 ${hidden.length}）`}
      </Button>
    </Popover>
  )
}

/** Which columns are shown; the last one cannot be taken away. */
function ColumnChoice({
  list,
  columns,
  hidden,
}: {
  list: string
  columns: NamedColumn[]
  hidden: string[]
}) {
  const show = (key: string, shown: boolean) =>
    hideColumns(list, shown ? hidden.filter(each => each !== key) : [...hidden, key])
  return (
    <fieldset className={css.box} aria-label="显示的列">
      <Density />
      {columns.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={!hidden.includes(key)}
          disabled={!hidden.includes(key) && hidden.length >= columns.length - 1}
          onChange={event => show(key, event.target.checked)}
        >
          {title}
        </Checkbox>
      ))}
      {hidden.length > 0 && (
        <Button size="small" onClick={() => hideColumns(list, [])}>
          全部显示
        </Button>
      )}
    </fieldset>
  )
}

/** How high the rows of every list are in this browser. */
function Density() {
  return (
    <Segmented
      aria-label="行高"
      size="small"
      block
      value={density.use()}
      options={[...density.choices]}
      onChange={density.choose}
    />
  )
}

/** `shown` are the fields that the file begins with; left out, all. */
type ExportProps = { listed: Listed; shown?: readonly string[] }

/** Leads to the file of a list, or of a report. */
export function ExportButton({ listed, shown }: ExportProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={<Icon name="file" size={14} />}
        disabled={!listed.sample}
        onClick={() => setOpen(true)}
      >
        导出
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog listed={listed} shown={shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
