import {
  Activity,
  Suspense,
  createContext,
  memo,
  use,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
} from 'react'
import { useUser } from '../account.ts'
import { afterPaint, pageChanges } from '../afterPaint.ts'
import { PageBoundary } from '../shell/PageBoundary.tsx'
import { PageFrame, PageWaiting } from '../shell/PageFrame.tsx'
import { ledOnFrom, replaceWith, useAddress } from './navigation.ts'
import { readQuery, titleOf, type Path, type QueryOf } from './paths.ts'
import { keep, resolve, type Kept } from './resolve.ts'
import { useLoggedIn, useSessionEnds } from '../session.ts'

const RawQuery = createContext('')

/** The query of the page that asks, as it was when the page was last shown. */
export function useQueryOf<P extends Path>(path: P): QueryOf<P> {
  return readQuery(path, use(RawQuery))
}

/**
 * Those who read by ear or walk by keyboard start at the top of a new page, not where the old one
 * was left; on the way back they go on from the link or button that had led away.
 */
function placeFocus() {
  const frames = [...document.querySelectorAll<HTMLElement>('#root > .app')]
  const shown = frames.find(frame => frame.checkVisibility())
  // A page may have put the focus where it wants it.
  if (!shown || shown.contains(document.activeElement)) return
  const left = ledOnFrom()
  const goesOn = left?.matches('a, button') && shown.contains(left)
  ;(goesOn ? (left as HTMLElement) : shown).focus({ preventScroll: true })
}

type Props = { pages: Partial<Record<Path, ComponentType>>; appTitle: string }

/**
 * Shows the page of the address. Cached pages stay mounted behind it: state kept, effects stopped,
 * each with its own query. When a session ends nothing of it stays, and every page begins anew.
 */
export function Router({ pages, appTitle }: Props) {
  const address = useAddress()
  const held = useLoggedIn()
  const ends = useSessionEnds()
  const [kept, setKept] = useState<{ ends: number; pages: Kept }>({ ends, pages: {} })
  const blocked = Boolean(useUser()?.block)
  const resolved = resolve(address, held, blocked)
  const place = 'show' in resolved ? resolved.show : null

  const before = kept.ends === ends ? kept.pages : {}
  const pagesKept = place ? keep(before, place) : before
  if (pagesKept !== kept.pages || ends !== kept.ends) setKept({ ends, pages: pagesKept })

  const redirect = 'redirect' in resolved ? resolved.redirect : null
  useLayoutEffect(() => {
    if (redirect !== null) replaceWith(redirect)
  }, [redirect])
  const shownBefore = useRef(address)
  useLayoutEffect(() => {
    scrollTo(0, 0)
    if (shownBefore.current === address) return
    shownBefore.current = address
    pageChanges()
    return afterPaint(placeFocus)
  }, [address])
  const title = place ? titleOf(place.path, place.query) : appTitle
  useLayoutEffect(() => {
    document.title = title === appTitle ? title : `${title} - ${appTitle}`
  }, [title, appTitle])

  const shown: Kept = place ? { ...pagesKept, [place.path]: place.query } : pagesKept
  return Object.entries(shown).map(([key, query]) => {
    const path = key as Path
    return (
      <Activity
        key={`${ends} ${path in pagesKept ? path : address}`}
        mode={path === place?.path ? 'visible' : 'hidden'}
      >
        <Framed path={path} query={query} Page={pages[path]} />
      </Activity>
    )
  })
}

/**
 * One page in its frame. A change of address draws the page that comes, and none of those that stay
 * behind it.
 */
const Framed = memo(
  ({ path, query, Page }: { path: Path; query: string; Page: ComponentType | undefined }) => (
    <RawQuery value={query}>
      <PageFrame path={path} query={query}>
        <PageBoundary>
          <Suspense fallback={<PageWaiting />}>{Page && <Page />}</Suspense>
        </PageBoundary>
      </PageFrame>
    </RawQuery>
  ),
)
