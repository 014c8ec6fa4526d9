import { t } from '../words/words.ts'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Sheet } from './Sheet.tsx'

/**
 * A part of the page that is fetched when it is first shown, so that the game itself comes sooner.
 * `load` may be tried again: a part that did not come says so, and is asked for anew when it is
 * shown the next time.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactNode {
  return function LazyPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      let current = true
      load().then(
        found => {
          if (current) setPart(() => found)
        },
        () => {
          if (current) setFailed(true)
        },
      )
      return () => {
        current = false
      }
    }, [])
    if (Part) return <Part {...props} />
    if (!failed) return null
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
