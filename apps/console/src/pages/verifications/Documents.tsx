import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { documentKinds } from '@tianping/contract/verification/facts'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import { SaveButton } from '../../parts/files/SaveButton.tsx'
import { documentPath, fetchDocument } from './fetchDocument.ts'
import css from './verifications.module.css'

type File = ConsoleGiven<'POST /api/console/verifications/show'>['files'][number]

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`

/** The documents, one at a time: each look is in the audit log, so nothing is fetched unseen. */
export function Documents({ files }: { files: readonly File[] }) {
  const [chosen, choose] = useState(files[0]?.id)
  const { may } = useOperator()
  const file = files.find(({ id }) => id === chosen) ?? files[0]
  if (!file) return <div className={css.none}>文件保存期满，已删除</div>
  return (
    <div className={css.documents}>
      <div className={css.tabs} role="tablist" aria-label="文件">
        {files.map(({ id, kind }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === file.id}
            onClick={() => choose(id)}
          >
            {documentKinds[kind]}
          </button>
        ))}
      </div>
      {may('verification.review') ? (
        <Sheet key={file.id} file={file} />
      ) : (
        <div className={css.none}>没有查看证件的权限</div>
      )}
      <p className={css.note}>
        {file.uploaded_at} 上传 · {megabytes(file.bytes)} · 保存至 {file.keep_until} · 查看已记录
      </p>
    </div>
  )
}

function Sheet({ file }: { file: File }) {
  const { data: blob, error } = useQuery({
    queryKey: ['verification document', file.id],
    queryFn: ({ signal }) => fetchDocument(file.id, signal),
    enabled: file.type !== 'pdf',
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    meta: { inPlace: true },
  })
  if (file.type === 'pdf') return <Pdf file={file} />
  if (error) return <div className={css.none}>{error.message}</div>
  return blob ? (
    <Picture blob={blob} name={documentKinds[file.kind]} />
  ) : (
    <div className={css.none}>加载中…</div>
  )
}

/** A PDF is saved and opened elsewhere: it never runs within the back office. */
const Pdf = ({ file }: { file: File }) => (
  <div className={css.none}>
    <p>PDF 文件须下载后在隔离环境中打开</p>
    <SaveButton path={documentPath(file.id)}>下载</SaveButton>
  </div>
)

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const image = useRef<HTMLImageElement>(null)
  const [turns, setTurns] = useState(0)
  const [whole, setWhole] = useState(true)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return (
    <figure className={css.sheet} data-whole={whole}>
      <div className={css.tools}>
        <Button size="small" onClick={() => setWhole(!whole)}>
          {whole ? '放大' : '适合'}
        </Button>
        <Button size="small" onClick={() => setTurns((turns + 1) % 4)}>
          旋转
        </Button>
      </div>
      <div className={css.view}>
        <img ref={image} alt={name} style={{ rotate: `${turns * 90}deg` }} />
      </div>
    </figure>
  )
}
