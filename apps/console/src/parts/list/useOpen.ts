import { amend, useAddress } from '../../app/address.ts'
import { useReads } from '../../app/params.ts'

/** The item opened beside a list; its number stands in the address as `open`. */
export function useOpen(): [string, (item: string) => void] {
  const { path, search } = useAddress()
  useReads(['open'])
  return [
    new URLSearchParams(search).get('open') ?? '',
    item =>
      amend(path, now => {
        const query = new URLSearchParams(now)
        if (item) query.set('open', item)
        else query.delete('open')
        return query.toString()
      }),
  ]
}
