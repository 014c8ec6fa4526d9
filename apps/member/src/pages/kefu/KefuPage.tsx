import { useDrawn } from '../../app/afterPaint.ts'
import { useAnswer } from '../../app/calls.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { Frame } from '../../app/Frame.tsx'
import css from './kefu.module.css'

/** Customer service: the operator's own page in a frame. */
export default function KefuPage() {
  return (
    <main className={css.room}>
      <h1 className="sr">在线客服</h1>
      <Service />
    </main>
  )
}

function Service() {
  const drawn = useDrawn()
  const service = useAnswer('POST /api/getservicerurl', {})
  if (service.data?.url && drawn)
    return <Frame src={service.data.url} title="在线客服" may="desk" />
  if (service.isError)
    return (
      <div className="page">
        <FailedAnswer of={service} />
      </div>
    )
  return (
    <p className={css.wait} role="status">
      加载中...
    </p>
  )
}
