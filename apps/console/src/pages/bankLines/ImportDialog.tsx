import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { STATEMENT_BYTES } from '@tianping/contract/bankLines/facts'
import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { call, callOnce } from '../../app/api.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { base64Of } from '../../parts/files/pieces.ts'
import { Dialog } from '../shared/Dialog.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { stale } from './line.ts'
import css from './bankLines.module.css'

const choicesCall = 'POST /api/console/bank-lines/choices'

/** Hands in a statement; every line of it is stored once. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [account, setAccount] = useState('')
  const [layout, setLayout] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const cache = useQueryClient()
  const choices = useQuery({
    queryKey: [choicesCall],
    queryFn: ({ signal }) => call(choicesCall, {}, signal),
  })
  const sending = useMutation({
    mutationFn: async (from: File) =>
      callOnce('POST /api/console/bank-lines/import', {
        account,
        layout,
        filename: from.name.slice(0, 120),
        content: base64Of(new Uint8Array(await from.arrayBuffer())),
      }),
    meta: { inPlace: true },
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  const tooLong = file !== null && file.size > STATEMENT_BYTES
  const ready = file !== null && !tooLong && account !== '' && layout !== ''
  return (
    <Dialog title="导入银行流水" width={480} onClose={onClose}>
      {!choices.data && <Unloaded query={choices} />}
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (file && ready && !sending.isPending) sending.mutate(file)
        }}
      >
        <label>
          <span>收款账户</span>
          <Select
            value={account || null}
            placeholder="请选择"
            options={choices.data?.accounts.map(each => ({
              value: each.account,
              label: each.label,
            }))}
            onChange={setAccount}
          />
        </label>
        <label>
          <span>文件格式</span>
          <Select
            value={layout || null}
            placeholder="请选择"
            options={choices.data?.layouts.map(each => ({ value: each.code, label: each.label }))}
            onChange={setLayout}
          />
        </label>
        <label>
          <span>流水文件（700 KB 以内）</span>
          <input
            type="file"
            accept=".csv,.txt,.xml"
            onChange={event => {
              sending.reset()
              setFile(event.target.files?.[0] ?? null)
            }}
          />
        </label>
        {tooLong && <Alert type="error" showIcon title="文件超过 700 KB，请分批导入" />}
        {sending.error && <ActionError error={sending.error} />}
        {sending.data && (
          <Alert
            type="success"
            showIcon
            title={`新增 ${sending.data.fresh} 笔，其中 ${sending.data.matched} 笔唯一匹配`}
            description={`文件共 ${sending.data.lines} 笔收入、${sending.data.outgoing} 笔支出；已导入过的不重复记录。`}
          />
        )}
        <div className={css.buttons}>
          <Button onClick={onClose}>{sending.data ? '关闭' : '取消'}</Button>
          <Button type="primary" htmlType="submit" disabled={!ready} loading={sending.isPending}>
            导入
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
