import { useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleSent } from '@tianping/contract/console'
import { useAction } from '../../app/useAction.ts'
import { callOnce, type OnceCall } from '../../app/api.ts'
import { useMessage } from '../../ui/above.ts'

type StaffCall = Extract<
  OnceCall,
  | `POST /api/console/staff/${string}`
  | `POST /api/console/roles/${string}`
  | 'POST /api/console/addresses/save'
>
const lists = [
  'POST /api/console/staff/list',
  'POST /api/console/staff/sessions',
  'POST /api/console/staff/requests',
  'POST /api/console/roles/list',
  'POST /api/console/addresses/show',
  'POST /api/console/counts',
]

/** One change of staff: says what became of it, and asks every list of the room anew. */
export function useStaffChange<N extends StaffCall>(
  name: N,
  done: string,
  onDone: (given: ConsoleGiven<N>) => void,
) {
  const cache = useQueryClient()
  const message = useMessage()
  return useAction({
    mutationFn: (body: ConsoleSent<N>) => callOnce(name, body),
    meta: { inPlace: true },
    onSuccess: given => {
      const waits = given !== null && typeof given === 'object' && 'waits' in given && given.waits
      void message.success(waits ? '已提交，待另一位管理员批准' : done)
      onDone(given)
    },
    onSettled: () => Promise.all(lists.map(list => cache.invalidateQueries({ queryKey: [list] }))),
  })
}
