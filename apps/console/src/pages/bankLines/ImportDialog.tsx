import { useQuery, useQueryClient } from '@tanstack/react-query'
import { STATEMENT_BYTES } from '@tianping/contract/bankLines/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
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
  const [chosen, choose] = useState<Chosen>({ account: '', layout: '', file: null })
  const choices = useQuery({
    queryKey: [choicesCall],
    queryFn: ({ signal }) => call(choicesCall, {}, signal),
  })
  const sending = useSending()
  const tooLong = isTooLong(chosen.file)
  const ready = readyOf(chosen)
  return (
    <Dialog title="导入银行流水" width={480} onClose={onClose}>
      {!choices.data && <Unloaded query={choices} />}
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (ready && !sending.isPending) sending.mutate(ready)
        }}
      >
        <Fields
          choices={choices.data}
          chosen={chosen}
          choose={change => {
            sending.reset()
            choose({ ...chosen, ...change })
          }}
        />
        {tooLong && <Alert type="error" showIcon title="文件超过 700 KB，请分批导入" />}
        {sending.error && <ActionError error={sending.error} />}
        {sending.data && <Result {...sending.data} />}
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

type Chosen = { account: string; layout: string; file: File | null }
const isTooLong = (file: File | null) => file !== null && file.size > STATEMENT_BYTES
const readyOf = ({ account, layout, file }: Chosen) =>
  file && !isTooLong(file) && account && layout ? { account, layout, file } : null

type Choices = ConsoleGiven<typeof choicesCall>

function useSending() {
  const cache = useQueryClient()
  return useAction({
    mutationFn: async ({ file, ...rest }: Chosen & { file: File }) =>
      callOnce('POST /api/console/bank-lines/import', {
        ...rest,
        filename: file.name.slice(0, 120),
        content: base64Of(new Uint8Array(await file.arrayBuffer())),
      }),
    meta: { inPlace: true },
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
}

function Fields({
  choices,
  chosen: { account, layout },
  choose,
}: {
  choices: Choices | undefined
  chosen: Chosen
  choose: (change: Partial<Chosen>) => void
}) {
  return (
    <>
      <label>
        <span>收款账户</span>
        <Select
          value={account || null}
          placeholder="请选择"
          options={
            choices?.accounts.map(each => ({ value: each.account, label: each.label })) ?? []
          }
          onChange={next => choose({ account: next })}
        />
      </label>
      <label>
        <span>文件格式</span>
        <Select
          value={layout || null}
          placeholder="请选择"
          options={choices?.layouts.map(each => ({ value: each.code, label: each.label })) ?? []}
          onChange={next => choose({ layout: next })}
        />
      </label>
      <label>
        <span>流水文件（700 KB 以内）</span>
        <input
          type="file"
          accept=".csv,.txt,.xml"
          onChange={event => choose({ file: event.target.files?.[0] ?? null })}
        />
      </label>
    </>
  )
}

const Result = ({
  lines,
  fresh,
  outgoing,
  matched,
}: ConsoleGiven<'POST /api/console/bank-lines/import'>) => (
  <Alert
    type="success"
    showIcon
    title={`新增 ${fresh} 笔，其中 ${matched} 笔唯一匹配`}
    description={`文件共 ${lines} 笔收入、${outgoing} 笔支出；已导入过的不重复记录。`}
  />
)
