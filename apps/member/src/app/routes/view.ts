import { useState } from 'react'
import { onLayerEntry, whenSettled } from '../../ui/layer/layers.ts'
import { currentMember } from '../session.ts'
import { currentAddress } from './navigation.ts'

/** What an entry of the history shows of its page, by the names the page gives, and to whom. */
type View = { member: number; shown: Record<string, unknown> }

function viewHere(): View {
  const member = currentMember()
  const { view } = (history.state ?? {}) as { view?: View }
  return view?.member === member ? view : { member, shown: {} }
}

function write(name: string, value: unknown) {
  const { member, shown } = viewHere()
  const view: View = { member, shown: { ...shown, [name]: value } }
  history.replaceState({ ...(history.state as object | null), view }, '')
}

/** What this entry has kept; undefined for another member and at every new visit. */
export const keptView = (name: string): unknown => viewHere().shown[name]

/** Writes into the page's own entry: that of a sheet on it is about to be taken back. */
export function keepView(name: string, value: unknown) {
  if (!onLayerEntry()) return write(name, value)
  const address = currentAddress()
  const settled = () =>
    whenSettled(() => {
      if (!onLayerEntry() && currentAddress() === address) write(name, value)
    })
  addEventListener('popstate', settled, { once: true })
}

export const isText = (kept: unknown): kept is string => typeof kept === 'string'

/**
 * A tab or a filter of a page. A reload and the way back find it again, since the entry of the
 * history keeps it; every other visit opens on `initial`. `isView` tells what may have been kept:
 * an older release may have written it.
 */
export function useView<T>(
  name: string,
  initial: T,
  isView: (kept: unknown) => kept is T,
): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = keptView(name)
    return isView(kept) ? kept : initial
  })
  return [
    value,
    next => {
      // At once: a link that is pressed for it leads on before the page is drawn again.
      keepView(name, next)
      setValue(next)
    },
  ]
}
