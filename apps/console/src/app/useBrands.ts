import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { useOperator } from './session/operator.ts'
import type { Room } from './rooms.ts'

const name = 'POST /api/console/brands/list'

/** The brands that the operator works for; none where there is this site alone. */
export function useBrands() {
  const { data } = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    staleTime: Infinity,
    retry: false,
    meta: { inPlace: true },
  })
  const brands = data?.brands ?? []
  return {
    current: brands.find(each => each.code === data?.current),
    others: brands.filter(each => each.code !== data?.current),
  }
}

/** Whether a room is for the operator: by permission, and for some by their number of brands. */
export function useEnters(): (room: Room) => boolean {
  const { may } = useOperator()
  const { others } = useBrands()
  return room => may(room.permission) && (!room.several || others.length > 0)
}
