import { useQueryClient } from '@tanstack/react-query'
import { dataRequestKinds } from '@tianping/contract/dataRights/facts'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { useMessage } from '../../ui/above.ts'
import { Dialog } from '../shared/Dialog.tsx'
import css from './complaints.module.css'

const kinds = Object.entries(dataRequestKinds).map(([value, label]) => ({ value, label }))
const empty = { member: '', kind: 'erase', content: '', remark: '' }

/** Writes down what a member who cannot log in asks for, or an heir. */
export function WriteRequest({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(empty)
  const set = (part: Partial<typeof empty>) => setForm(now => ({ ...now, ...part }))
  const cache = useQueryClient()
  const message = useMessage()
  const writing = useAction({
    mutationFn: () => callOnce('POST /api/console/data-requests/write', form),
    meta: { inPlace: true },
    onSuccess: () => {
      void message.success('已登记')
      onClose()
    },
    onSettled: () =>
      cache.invalidateQueries({ queryKey: ['POST /api/console/data-requests/list'] }),
  })
  const lacks = form.member.trim() === '' || form.remark.trim() === ''
  return (
    <Dialog title="代为登记" width={460} onClose={onClose}>
      <form
        className={css.whole}
        onSubmit={event => {
          event.preventDefault()
          if (!lacks && !writing.isPending) writing.mutate()
        }}
      >
        <label>
          会员名或 ID
          <Input
            value={form.member}
            maxLength={32}
            autoFocus
            onChange={event => set({ member: event.target.value })}
          />
        </label>
        <Select
          aria-label="类型"
          value={form.kind}
          options={kinds}
          onChange={kind => set({ kind })}
        />
        <label>
          要求
          <Input.TextArea
            rows={4}
            maxLength={1_000}
            value={form.content}
            onChange={event => set({ content: event.target.value })}
          />
        </label>
        <label>
          核实方式（必填）
          <Input
            value={form.remark}
            maxLength={200}
            onChange={event => set({ remark: event.target.value })}
          />
        </label>
        {writing.error && <ActionError error={writing.error} />}
        <span className={css.ways}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={writing.isPending} disabled={lacks}>
            登记
          </Button>
        </span>
      </form>
    </Dialog>
  )
}
