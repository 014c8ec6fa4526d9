import { useQueryClient } from '@tanstack/react-query'
import {
  listFormats,
  screeningLists,
  type ListFormat,
  type ScreeningList,
} from '@tianping/contract/screening/facts'
import { Button, Modal, Progress, Select } from 'antd'
import { useRef, useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { go, href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { sendPieces } from '../../parts/files/pieces.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { useMessage } from '../../ui/above.ts'
import css from './screening.module.css'

const lists = Object.entries(screeningLists).map(([value, label]) => ({ value, label }))
const formatsOf = (list: ScreeningList) =>
  (Object.keys(listFormats) as ListFormat[]).filter(format =>
    (listFormats[format].lists as readonly ScreeningList[]).includes(list),
  )

type Given = { list: ScreeningList; format: ListFormat; file: File }

async function upload({ list, format, file }: Given, progress: (share: number) => void) {
  const { version_id, part_bytes } = await call('POST /api/console/screening/upload/begin', {
    list,
    format,
    filename: file.name,
    bytes: file.size,
  })
  await sendPieces(
    file,
    part_bytes,
    (no, content) => call('POST /api/console/screening/upload/part', { version_id, no, content }),
    progress,
  )
  await call('POST /api/console/screening/upload/finish', { version_id })
  return version_id
}

/** Brings a file of a list. It counts only when another person has approved what it changes. */
export function Upload() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        上传名单
      </Button>
      {open && <UploadDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function UploadDialog({ onClose }: { onClose: () => void }) {
  const [list, setList] = useState<ScreeningList>('un')
  const [format, setFormat] = useState<ListFormat>('un_xml')
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const message = useMessage()
  const cache = useQueryClient()
  const sending = useAction({
    mutationFn: (given: Given) => upload(given, setShare),
    meta: { inPlace: true },
    onSuccess: version_id => {
      void message.success('已上传，读取后可查看变更')
      void cache.invalidateQueries({ queryKey: ['POST /api/console/screening/versions/list'] })
      onClose()
      go(href(`/screening/lists/${version_id}`))
    },
  })
  return (
    <Modal
      open
      title="上传名单"
      okText="上传"
      cancelText="取消"
      okButtonProps={{ disabled: !file, loading: sending.isPending }}
      onOk={() => file && sending.mutate({ list, format, file })}
      onCancel={onClose}
      maskClosable={false}
    >
      <div className={css.form}>
        <label>
          名单
          <Select
            value={list}
            options={lists}
            onChange={value => {
              setList(value as ScreeningList)
              setFormat(formatsOf(value as ScreeningList)[0] ?? 'simple_csv')
            }}
          />
        </label>
        <label>
          格式
          <Select
            value={format}
            options={formatsOf(list).map(value => ({ value, label: listFormats[value].label }))}
            onChange={setFormat}
          />
        </label>
        <div className={css.pick}>
          <Button onClick={() => input.current?.click()}>选择文件</Button>
          <span>{file ? `${file.name}（${Math.ceil(file.size / 1024)} KB）` : '未选择文件'}</span>
          <input
            ref={input}
            hidden
            type="file"
            aria-label="文件"
            accept=".xml,.csv"
            onChange={event => setFile(event.target.files?.[0] ?? null)}
          />
        </div>
        <p className={css.note}>
          上传后先显示与现行名单的差异，由另一位同事批准后生效，并重新筛查全部会员。
        </p>
        {sending.isPending && <Progress percent={Math.round(share * 100)} />}
        {sending.error && <ActionError error={sending.error} />}
      </div>
    </Modal>
  )
}
