import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useAction } from '../../app/useAction.ts'
import { useOperator } from '../../app/session/operator.ts'
import { fetchFile } from '../../parts/files/fetchFile.ts'
import css from './tickets.module.css'

/** A member's picture. Each look is in the audit log, so nothing is fetched by itself. */
export function TicketPicture({ id }: { id: number }) {
  const { may } = useOperator()
  const looking = useAction({
    mutationFn: () => fetchFile(`/api/console/tickets/picture/${id}`),
    meta: { inPlace: true },
  })
  if (looking.data) return <Shown blob={looking.data} />
  if (!may('ticket.answer')) return <p className={css.hidden}>[图片] 没有查看图片的权限</p>
  return (
    <div className={css.look}>
      <Button loading={looking.isPending} onClick={() => looking.mutate()}>
        查看图片（记录）
      </Button>
      {looking.error && <span>{looking.error.message}</span>}
    </div>
  )
}

function Shown({ blob }: { blob: Blob }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return <img ref={image} alt="会员发送的图片" className={css.picture} />
}
