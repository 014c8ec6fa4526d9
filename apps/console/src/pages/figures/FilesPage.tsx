import type { ConsoleRowOf } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { SaveButton } from '../../parts/files/SaveButton.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { FigureTabs } from './FigureTabs.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

const name = 'POST /api/console/figures/files/list'
type File = ConsoleRowOf<typeof name>

const columns: Columns<File> = [
  { title: '报表', key: 'name', render: (_, row) => row.name },
  {
    title: '时段',
    key: 'from',
    render: (_, row) => (row.from === row.to ? row.from : `${row.from} 至 ${row.to}`),
  },
  { ...columnOf('made_at'), render: (_, row) => row.made_at },
  { ...columnOf('file_lines'), align: 'right', render: (_, row) => row.file_lines },
  {
    title: '邮件',
    key: 'letters',
    fields: ['letters_sent', 'letters_waiting', 'letters_failed', 'error'],
    render: (_, row) => <Letters file={row} />,
  },
  { title: '', key: 'ways', render: (_, row) => <Ways file={row} /> },
]

/** What became of the letters with a file. */
function Letters({ file }: { file: File }) {
  const { letters_sent: sent, letters_waiting: waiting, letters_failed: failed } = file
  if (sent + waiting + failed === 0) return '—'
  return (
    <>
      {sent > 0 && <Status tone="good">{`已发送 ${sent}`}</Status>}{' '}
      {waiting > 0 && <Status tone="waiting">{`发送中 ${waiting}`}</Status>}{' '}
      {failed > 0 && <Status tone="bad">{`失败 ${failed}`}</Status>}{' '}
      {file.error && <Long text={file.error} width="24ch" />}
    </>
  )
}

function Ways({ file }: { file: File }) {
  const { may } = useOperator()
  if (!may('export.run')) return null
  return (
    <>
      <SaveButton type="link" size="small" path={`/api/console/figures/file/${file.file_id}`}>
        {`下载 ${file.format.toUpperCase()}`}
      </SaveButton>{' '}
      {file.letters_failed > 0 && (
        <ActionDialog
          size="small"
          decision={{
            title: '重发报表',
            sentence: `向发送失败的 ${file.letters_failed} 个邮箱再发一次“${file.name}”`,
            confirm: '确认重发',
          }}
          draft={`resend-${file.file_id}`}
          action={() =>
            callOnce('POST /api/console/figures/files/resend', { file_id: file.file_id })
          }
          done="已重新发送"
          stale={[name]}
        >
          重发
        </ActionDialog>
      )}
    </>
  )
}

/** Files of reports that are made by themselves. The setting 定时报表 says which, and to whom. */
export default function FilesPage() {
  const { may } = useOperator()
  const table = useTable(name, {})
  return (
    <Room
      title={<FigureTabs current="files" />}
      tools={
        <>
          {may('rule.read') && (
            <a href={href('/rules', { rule: 'scheduled_reports' })}>设置报表与收件人</a>
          )}
          <NarrowDays table={table} label="生成" />
          <span style={{ flex: 1 }} />
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.file_id}
          label="定时报表"
          empty="还没有报表。由管理规则的同事在“规则 › 定时报表”中设置后，到时自动生成"
        />
      </Card>
    </Room>
  )
}
