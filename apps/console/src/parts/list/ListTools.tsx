import { Button, Checkbox, Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { hideColumns } from './hiddenColumns.ts'
import type { Choosable, Listed } from './listed.ts'
import { useOperator } from '../../app/session/operator.ts'
import css from './listTools.module.css'

const Views = lazy(() => import('./Views.tsx').then(module => ({ default: module.Views })))
const ExportDialog = lazy(() =>
  import('./ExportDialog.tsx').then(module => ({ default: module.ExportDialog })),
)

/** Saved views, choice of columns and a file: the same above every list. */
export function ListTools({ listed, columns }: { listed: Listed; columns: readonly Choosable[] }) {
  const { may } = useOperator()
  const [exporting, setExporting] = useState(false)
  const [viewing, setViewing] = useState(false)
  const choosable = columns.filter(
    (each): each is { key: string; title: string } =>
      typeof each.key === 'string' && typeof each.title === 'string' && each.title !== '',
  )
  const hidden = listed.hidden.filter(key => choosable.some(each => each.key === key))
  return (
    <div className={css.bar}>
      <Popover
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        open={viewing}
        onOpenChange={setViewing}
        content={
          <Suspense fallback={<div className={css.box} />}>
            <Views listed={listed} onDone={() => setViewing(false)} />
          </Suspense>
        }
      >
        <Button size="small" type="text" icon={<Icon name="view" size={14} />}>
          视图
        </Button>
      </Popover>
      {choosable.length > 1 && (
        <Popover
          trigger="click"
          placement="bottomRight"
          content={
            <fieldset className={css.box} aria-label="显示的列">
              {choosable.map(each => (
                <Checkbox
                  key={each.key}
                  checked={!hidden.includes(each.key)}
                  disabled={!hidden.includes(each.key) && hidden.length >= choosable.length - 1}
                  onChange={event =>
                    hideColumns(
                      listed.list,
                      event.target.checked
                        ? hidden.filter(key => key !== each.key)
                        : [...hidden, each.key],
                    )
                  }
                >
                  {each.title}
                </Checkbox>
              ))}
              {hidden.length > 0 && (
                <Button size="small" onClick={() => hideColumns(listed.list, [])}>
                  全部显示
                </Button>
              )}
            </fieldset>
          }
        >
          <Button size="small" type="text" icon={<Icon name="columns" size={14} />}>
            列{hidden.length > 0 && `（隐藏 ${hidden.length}）`}
          </Button>
        </Popover>
      )}
      {may('export.run') && (
        <Button
          size="small"
          type="text"
          icon={<Icon name="file" size={14} />}
          disabled={!listed.sample}
          onClick={() => setExporting(true)}
        >
          导出
        </Button>
      )}
      {exporting && (
        <Suspense fallback={null}>
          <ExportDialog listed={listed} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </div>
  )
}
