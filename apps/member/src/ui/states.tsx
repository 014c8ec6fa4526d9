import { Button } from './Button.tsx'
import { Picture } from './picture/Picture.tsx'
import { scales } from './picture/scales.ts'

type FailedProps = {
  onRetry: () => void
  busy?: boolean
  /** What the server said. Without an answer the cause is unknown, and none is named. */
  words?: string | undefined
}

/** Nothing could be shown: what the server said of it, and the way to ask again. */
export const Failed = ({ onRetry, busy, words }: FailedProps) => (
  <section className="card blank" role="alert">
    <Picture shapes={scales} />
    <h2>加载失败</h2>
    {words !== undefined && <p>{words}</p>}
    <Button size={44} icon="refresh" busy={busy} onClick={onRetry}>
      重试
    </Button>
  </section>
)

/** One grey bar in the place of what comes. Sizes as CSS has them: `72px`, `56%`. */
export const Skeleton = ({
  width = '100%',
  height,
  radius = 6,
}: {
  width?: string
  height: string
  radius?: number
}) => <i className="skel" style={{ width, height, borderRadius: radius }} />

/** Rows in the place of a list. */
export const SkeletonRows = ({ rows = 5 }: { rows?: number }) => (
  <section className="card skel-rows" aria-busy="true" aria-label="加载中">
    {Array.from({ length: rows }, (_, i) => (
      <div key={i}>
        <span>
          <Skeleton width="40px" height="40px" radius={12} />
        </span>
        <span>
          <Skeleton width={`${48 - (i % 3) * 6}%`} height="16px" />
          <Skeleton width="64%" height="12px" />
        </span>
        <span>
          <Skeleton width="80px" height="16px" />
          <Skeleton width="44px" height="12px" />
        </span>
      </div>
    ))}
    <p className="skel-slow">仍在加载，请稍候；也可以先看别的页面</p>
  </section>
)

export const EndLine = ({ text = '没有更多了' }: { text?: string }) => (
  <p className="end-line">{text}</p>
)
