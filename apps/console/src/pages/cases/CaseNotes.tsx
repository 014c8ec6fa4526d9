import { useQueryClient } from '@tanstack/react-query'
import { caseNotes } from '@tianping/contract/cases/facts'
import { Button, Input } from 'antd'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { Card } from '../../ui/Room.tsx'
import type { Case } from './caseState.ts'
import css from './cases.module.css'

/** What was noted and what happened, newest first; nothing of it can be changed. */
export function CaseNotes({ item }: { item: Case }) {
  const { may } = useOperator()
  return (
    <Card title="备注与记录" extra="不可删改">
      <div className={css.form}>
        {may('case.work') && <Add caseId={item.case_id} />}
        <ol className={css.notes}>
          {item.notes.map((note, index) => (
            <li key={item.notes.length - index}>
              <small>
                {note.written_by === 'system' ? '系统' : note.written_by} · {note.at} ·{' '}
                {caseNotes[note.kind]}
              </small>
              <p>{note.content}</p>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}

function Add({ caseId }: { caseId: number }) {
  const cache = useQueryClient()
  const [text, setText, accept] = useDraft(`aml/${caseId}/note`)
  const add = useAction({
    mutationFn: (sent: string) =>
      callOnce('POST /api/console/aml/note/add', { case_id: caseId, content: sent.trim() }),
    meta: { inPlace: true },
    onSuccess: (_given, sent) => accept(sent),
    onSettled: () => cache.invalidateQueries({ queryKey: ['POST /api/console/aml/show'] }),
  })
  return (
    <form
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() && !add.isPending) add.mutate(text)
      }}
    >
      <Input.TextArea
        aria-label="备注"
        placeholder="写备注"
        rows={3}
        maxLength={2000}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {add.error && <ActionError error={add.error} />}
      <Button htmlType="submit" loading={add.isPending} disabled={!text.trim()}>
        记录
      </Button>
    </form>
  )
}
