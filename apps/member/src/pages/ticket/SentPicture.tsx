import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchFile } from '../../app/api.ts'
import type { Tone } from '../../app/report.ts'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import css from './ticket.module.css'

const silent: object = { silent: true } satisfies Tone

/** A picture of the conversation, which only the member's session gets; a touch shows it whole. */
export function SentPicture({ id }: { id: number }) {
  const [whole, setWhole] = useState(false)
  const { data, isError } = useQuery({
    queryKey: ['picture of a conversation', id],
    queryFn: async () => (await fetchFile(`/api/tickets/picture/${id}`)).blob,
    staleTime: Infinity,
    gcTime: 0,
    meta: silent,
  })
  return (
    <>
      <button
        type="button"
        className={css.picture}
        aria-label="查看图片"
        disabled={!data}
        onClick={() => setWhole(true)}
      >
        {data && <Shown blob={data} alt="您发的图片" />}
        {isError && <span className="t-13 muted">图片已删除或无法打开</span>}
      </button>
      <Sheet open={whole} title="图片" onClose={() => setWhole(false)}>
        {data && whole && <Shown blob={data} alt="您发的图片" />}
      </Sheet>
    </>
  )
}

function Shown({ blob, alt }: { blob: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return <img ref={image} alt={alt} className={css.image} />
}
