import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Icon } from '../../ui/picture/Icon.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { Share } from './Share.tsx'
import { useTotal } from './where.ts'
import css from './total.module.css'

const WhereSheet = lazy(async () => ({ default: (await import('./WhereSheet.tsx')).WhereSheet }))

type OpensProps = {
  /** The sheet stays while it is open: what it brings home leaves nothing to show here. */
  shown: boolean
  className: string | undefined
  children: ReactNode
}

/** Something that opens the sheet with what is where; its code comes with the first touch. */
function Opens({ shown, className, children }: OpensProps) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      {shown && (
        <button
          type="button"
          className={className}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {children}
        </button>
      )}
      {open !== undefined && (
        <Suspense>
          <WhereSheet open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Below the header, while not all is in the wallet. */
export function TotalStrip() {
  const total = useTotal()
  if (!total) return null
  return (
    <Opens shown={total.away > 0} className={css.strip}>
      <span>
        总资产 <b>¥{yuanText(total.yuan)}</b>
      </span>
      <span>
        在场馆 <b>¥{yuanText(total.away)}</b>
      </span>
      <Icon name="down" size={16} />
    </Opens>
  )
}

type Props = { hidden?: boolean; vault?: boolean }

/** In an account card: the total with its bar, and what is where. */
export function TotalLine({ hidden = false, vault = false }: Props) {
  const total = useTotal()
  if (!total) return null
  const text = (yuan: number) => (hidden ? '****' : `¥${yuanText(yuan)}`)
  return (
    <Opens shown={total.away > 0} className={vault ? `${css.line} ${css.vault}` : css.line}>
      <span className={css.words}>
        <span>
          总资产 <b>{text(total.yuan)}</b>
        </span>
        <span>
          在场馆 {text(total.away)}
          <Icon name="go" size={16} />
        </span>
      </span>
      {!hidden && <Share central={total.central} away={total.away} vault={vault} />}
    </Opens>
  )
}
