import { isPrinted } from '@tianping/contract/books/facts'
import { columnLabelOf, columnLabels, type ColumnName } from '@tianping/contract/columns'
import { EXPORT_ROWS } from '@tianping/contract/desk/facts'
import { Alert, Button, Checkbox, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call } from '../../app/api.ts'
import { openFile } from '../files/fetchFile.ts'
import { useReceive } from '../files/useReceive.ts'
import type { Listed } from './listed.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './listTools.module.css'

type Format = 'csv' | 'xlsx' | 'parquet' | 'pdf'
const most = 10_000
const BOUND = `文件最多 ${counted(EXPORT_ROWS)} 行，达到上限时末行会注明其余未导出。`

type Props = { listed: Listed; shown: readonly string[] | undefined; onClose: () => void }

/**
 * A list as a CSV or XLSX file, some as PDF, in the order and by the filters that it is shown by.
 * What the server refuses is said here, before anything is saved.
 */
export function ExportDialog({ listed, shown, onClose }: Props) {
  const fields = Object.keys(listed.sample ?? {}).filter(
    (key): key is ColumnName => key in columnLabels,
  )
  const [chosen, choose] = useState<ColumnName[]>(
    fields.filter(each => shown?.includes(each) ?? true),
  )
  const [format, setFormat] = useState<Format>('csv')
  const begin = useExport(listed, chosen, format, onClose)
  const cancel = () => {
    begin.stop()
    onClose()
  }
  return (
    <Modal open centered width={520} title="导出文件" footer={null} onCancel={cancel}>
      <form
        className={css.export}
        onSubmit={event => {
          event.preventDefault()
          if (chosen.length > 0 && !begin.isPending) begin.mutate()
        }}
      >
        <What total={listed.total} />
        <Checkbox
          indeterminate={chosen.length > 0 && chosen.length < fields.length}
          checked={chosen.length === fields.length}
          onChange={event => choose(event.target.checked ? fields : [])}
        >
          全部列
        </Checkbox>
        <Checkbox.Group
          className={css.fields}
          value={chosen}
          options={fields.map(value => ({ value, label: columnLabelOf(listed.list, value) }))}
          onChange={next => choose(fields.filter(each => next.includes(each)))}
        />
        <Radio.Group
          aria-label="格式"
          value={format}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'xlsx', label: 'Excel（XLSX）' },
            { value: 'parquet', label: 'Parquet（程序用）' },
            ...(isPrinted(listed.list) ? [{ value: 'pdf', label: 'PDF（打印与存档）' }] : []),
          ]}
          onChange={event => setFormat(event.target.value as Format)}
        />
        {begin.error && <Alert type="error" showIcon title={begin.error.message} />}
        <div className={css.buttons}>
          <Button onClick={cancel}>取消</Button>
          <Button
            type="primary"
            htmlType="submit"
            disabled={chosen.length === 0}
            loading={begin.isPending}
          >
            导出
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** How much leaves, and what of it is kept back. */
const What = ({ total }: { total: number }) => (
  <p>
    将导出当前筛选下的 <b>{total >= most ? `${counted(most)} 条以上` : `${counted(total)} 条`}</b>
    记录。已遮盖的内容在文件中同样遮盖；筛选条件与条数记入审计日志。
    {total >= most && BOUND}
  </p>
)

/** Asks for a ticket, and for the file with it; `stop` gives both up. */
function useExport(listed: Listed, columns: ColumnName[], format: Format, onDone: () => void) {
  const receive = useReceive()
  const [stopping] = useState(() => new AbortController())
  const begin = useAction({
    mutationFn: async () => {
      const { ticket } = await call(
        'POST /api/console/exports/begin',
        { list: listed.list, filters: plainFilters(listed.sent), columns, format },
        stopping.signal,
      )
      return openFile(`/api/console/export/${ticket}`, stopping.signal)
    },
    meta: { inPlace: true },
    onSuccess: opened => {
      receive.mutate(opened)
      onDone()
    },
  })
  return { ...begin, stop: () => stopping.abort() }
}

const plainFilters = (sent: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(sent).filter(
      (each): each is [string, string | number] =>
        typeof each[1] === 'string' || typeof each[1] === 'number',
    ),
  )
