import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { EndLine, Failed, SkeletonRows } from './states.tsx'

/** The next page is asked for when the end is this near, in px. */
const offsetPx = 300

export type Paged<T> = {
  /** All rows read so far; undefined until the first page is here. */
  rows: readonly T[] | undefined
  hasMore: boolean
  loading: boolean
  failed: boolean
  /** What the server said when it refused. */
  words?: string | undefined
  onMore: () => void
  onRetry: () => void
}
type Props<T> = {
  list: Paged<T>
  children: (rows: readonly T[]) => ReactNode
  empty: ReactNode
  skeleton?: ReactNode
  end?: string
}

/**
 * A list that reads on as the member scrolls, with its four states: coming, failed, empty, ended.
 */
export function InfiniteList<T>({
  list,
  children,
  empty,
  skeleton = <SkeletonRows />,
  end,
}: Props<T>) {
  const { rows, hasMore, loading, failed, words, onMore, onRetry } = list
  const retry = <Failed words={words} onRetry={onRetry} busy={loading} />
  if (!rows) return failed ? retry : skeleton
  if (rows.length === 0) return empty
  const edge = hasMore ? (
    <Edge look={`${rows.length} ${loading}`} onNear={onMore} />
  ) : (
    <EndLine text={end} />
  )
  return (
    <>
      {children(rows)}
      {failed ? retry : edge}
    </>
  )
}

/**
 * Watches for the end of the list. Another `look` makes it look again: after each page and each
 * refresh, since the end may still be in sight and nothing is asked for while one is under way.
 */
function Edge({ look, onNear }: { look: string; onNear: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    const watcher = new IntersectionObserver(seen => seen.some(s => s.isIntersecting) && near(), {
      rootMargin: `${offsetPx}px`,
    })
    if (element.current) watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [look])
  return (
    <div ref={element} className="end-line" role="status">
      加载中...
    </div>
  )
}
