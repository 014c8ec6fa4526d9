import { useQueryClient } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Button, Input } from 'antd'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import type { MemberTabProps } from './memberTab.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './member.module.css'

type Note = ConsoleRowOf<'POST /api/console/members/notes'>
const columns: Columns<Note> = [
  { ...columnOf('at'), width: 170, render: (_, row) => row.at },
  { title: '记录人', key: 'by', width: 120, render: (_, row) => row.by },
  {
    ...columnOf('content'),
    render: (_, row) => <span style={{ whiteSpace: 'pre-wrap' }}>{row.content}</span>,
  },
]

/** What staff know of a member: written down for good. */
export function Notes({ member: { id } }: MemberTabProps) {
  const name = 'POST /api/console/members/notes'
  const { may } = useOperator()
  const cache = useQueryClient()
  const table = useTable(name, {}, () => ({ id }))
  const [text, setText, accept] = useDraft(`member/${id}/note`)
  const add = useAction({
    mutationFn: (sent: string) =>
      callOnce('POST /api/console/members/note/add', { id, content: sent.trim() }),
    onSuccess: (_given, sent) => accept(sent),
    onSettled: () => cache.invalidateQueries({ queryKey: [name] }),
  })
  return (
    <Card
      title="备注"
      extra={
        <span className={css.narrow}>
          <span className={css.code}>只增不改，所有同事可见</span>
          <NarrowDays table={table} />
        </span>
      }
      flush
    >
      {may('member.note') && (
        <form
          className={css.note}
          onSubmit={event => {
            event.preventDefault()
            if (text.trim() && !add.isPending) add.mutate(text)
          }}
        >
          <Input.TextArea
            aria-label="新备注"
            value={text}
            rows={2}
            maxLength={1_000}
            placeholder="写下需要同事知道的事"
            onChange={event => setText(event.target.value)}
          />
          <Button type="primary" htmlType="submit" loading={add.isPending} disabled={!text.trim()}>
            记录
          </Button>
        </form>
      )}
      <Rows
        table={table}
        columns={columns}
        rowKey={row => row.note_id}
        label="备注"
        empty="还没有备注"
      />
    </Card>
  )
}
