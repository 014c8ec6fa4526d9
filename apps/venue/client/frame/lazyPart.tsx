import { t } from '../words/words.ts'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Sheet } from './Sheet.tsx'

/** A part that did not come is asked for again so often, so far apart, as long as it is shown. */
const [ATTEMPTS, PAUSE_MS] = [60, 3_000]

/**
 * A part of the page that is fetched when it is first shown, so that the game itself comes sooner.
 * One that did not come is asked for again, and says so while it is needed.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  isNeeded: (props: P) => boolean = () => true,
): (props: P) => ReactNode {
  return function LazyPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null)
    const [failures, setFailures] = useState(0)
    useEffect(() => {
      if (failures === ATTEMPTS) return
      let current = true
      const ask = async () => {
        const found = await load().catch(() => null)
        if (!current) return
        if (found) setPart(() => found)
        else setFailures(failures + 1)
      }
      const timer = setTimeout(ask, failures === 0 ? 0 : PAUSE_MS)
      return () => {
        current = false
        clearTimeout(timer)
      }
    }, [failures])
    if (Part) return <Part {...props} />
    if (failures === 0 || !isNeeded(props)) return null
    const said = (
      <p className="say" role="alert">
        {t('part.failed_say')}
      </p>
    )
    // A sheet that did not come can be closed like one that did.
    return 'onClose' in props ? (
      <Sheet title={t('part.failed')} onClose={props.onClose as () => void}>
        {said}
      </Sheet>
    ) : (
      said
    )
  }
}
