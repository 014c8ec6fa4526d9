import { go, useAddress } from '../../app/address.ts'
import { useReads } from '../../app/params.ts'

/** The item opened beside a list; its number stands in the address as `open`. */
export function useOpen(): [string, (item: string) => void] {
  const { path, search } = useAddress()
  const query = new URLSearchParams(search)
  useReads(['open'])
  const open = query.get('open') ?? ''
  return [
    open,
    item => {
      if (item) query.set('open', item)
      else query.delete('open')
      const written = query.toString()
      go(written ? `${path}?${written}` : path, true)
    },
  ]
}
