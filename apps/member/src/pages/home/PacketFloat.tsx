import { useEffect, useRef } from 'react'
import { useUser } from '../../app/account.ts'
import { href } from '../../app/routes/paths.ts'
import { useLoggedIn } from '../../app/session.ts'
import { Icon } from '../../ui/picture/Icon.tsx'
import { useDismissed } from './useDismissed.ts'
import css from './home.module.css'

/** How far the packet may stand above its lowest place, and how far apart its places are, in px. */
const highestPx = 264
const stepPx = 12
/** How far its closing button reaches beyond it. */
const beyondPx = 20

/**
 * Puts the packet at the place where it lies over the least of what can be pressed. A small button
 * counts as much as a large tile.
 */
function standClear(float: HTMLElement) {
  const { offsetLeft: left, offsetTop: top, offsetHeight } = float
  const height = offsetHeight + beyondPx
  const controls = [...document.querySelectorAll('#root a, #root button')]
    .filter(control => !float.contains(control))
    .map(control => control.getBoundingClientRect())
    .filter(control => control.right > left)
  const covered = (up: number) =>
    controls.reduce((sum, control) => {
      const from = Math.max(control.top, top - beyondPx - up)
      const to = Math.min(control.bottom, top - beyondPx - up + height)
      return (
        sum + (Math.max(0, to - from) * (control.right - left)) / (control.width * control.height)
      )
    }, 0)
  let best = 0
  for (let up = stepPx; up <= highestPx; up += stepPx) if (covered(up) < covered(best)) best = up
  float.style.translate = `0 ${-best}px`
}

/** Keeps the packet clear when the page comes to rest, and when what stands on it changes. */
function useClear() {
  const float = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = float.current
    if (!element) return
    const clear = () => standClear(element)
    const watcher = new ResizeObserver(clear)
    if (element.parentElement) watcher.observe(element.parentElement)
    addEventListener('scrollend', clear)
    addEventListener('resize', clear)
    return () => {
      watcher.disconnect()
      removeEventListener('scrollend', clear)
      removeEventListener('resize', clear)
    }
  }, [])
  return float
}

/**
 * The red packet at the edge, above the tab bar. A member sees it once it is known that something
 * may be offered.
 */
export function PacketFloat() {
  const [closed, close] = useDismissed('packet')
  const isMember = useLoggedIn()
  const offers = useUser()?.offers
  if (closed || (isMember && offers !== 1)) return null
  return <Packet close={close} />
}

function Packet({ close }: { close: () => void }) {
  const float = useClear()
  return (
    <div ref={float} className={css.float} data-closes="packet">
      <a href={href('/hongbao')} aria-label="红包">
        <img src="/art/packet-float.webp" width={64} height={80} alt="" />
      </a>
      <button type="button" className={css.floatX} aria-label="关闭红包" onClick={close}>
        <span>
          <Icon name="close" />
        </span>
      </button>
    </div>
  )
}
