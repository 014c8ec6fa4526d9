import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import { fetchFile } from '../../parts/files/fetchFile.ts'
import css from './receipt.module.css'

type Props = { no: string; at: string }

/** What the member handed in for a bank transfer: every look is in the audit log. */
export function Receipt({ no, at }: Props) {
  const { may } = useOperator()
  const [open, setOpen] = useState(false)
  if (at === '') return <>会员未上传凭证</>
  return (
    <>
      <p className={css.line}>
        {at} 上传
        {may('deposit.review') ? (
          <Button size="small" onClick={() => setOpen(!open)}>
            {open ? '收起凭证' : '查看凭证'}
          </Button>
        ) : (
          <small>没有查看凭证的权限</small>
        )}
      </p>
      {open && <Picture key={at} no={no} at={at} />}
    </>
  )
}

function Picture({ no, at }: Props) {
  const image = useRef<HTMLImageElement>(null)
  const { data: blob, error } = useQuery({
    queryKey: ['deposit receipt', no, at],
    queryFn: ({ signal }) => fetchFile(`/api/console/deposits/receipt/${no}`, signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    meta: { inPlace: true },
  })
  useEffect(() => {
    if (!blob) return
    const address = URL.createObjectURL(blob)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [blob])
  if (error) return <p>{error.message}</p>
  return blob ? <img ref={image} className={css.picture} alt="付款凭证" /> : <p>加载中…</p>
}
