import { useDrawn } from '../../app/afterPaint.ts'
import { useAnswer } from '../../app/calls.ts'
import { Failed } from '../../ui/states.tsx'
import css from './kefu.module.css'

/** Customer service: the operator's own page in a frame. */
export default function KefuPage() {
  const drawn = useDrawn()
  const { data, isError, isFetching, refetch } = useAnswer('POST /api/getservicerurl', {})
  return (
    <main className={css.room}>
      <h1 className="sr">在线客服</h1>
      {data?.url && drawn
        ? <iframe className="frame" src={data.url} title="在线客服" referrerPolicy="no-referrer" />
        : isError ? <div className="page"><Failed onRetry={() => void refetch()} busy={isFetching} /></div> : <p className={css.wait} role="status">加载中...</p>}
    </main>
  )
}
