import { href } from '../../app/routes/paths.ts'
import { Icon } from '../../ui/picture/Icon.tsx'
import { useDismissed } from './useDismissed.ts'
import css from './home.module.css'

/** The red packet at the edge, above the tab bar. */
export function PacketFloat() {
  const [closed, close] = useDismissed('packet')
  if (closed) return null
  return (
    <div className={css.float} data-closes="packet">
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
