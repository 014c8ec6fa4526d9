import { reviewState } from '@tianping/contract/facts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../app/useAction.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useMessage } from '../../ui/above.ts'

/** What an item of any queue has; the rest is its own. `state` is a `reviewState`. */
export type ReviewItem = {
  state: number
  created_at: string
  claimed_by: string
  decided_by: string
  decided_at: string
}
/** `extra` is a third way out that some queues have. */
export type Verb = 'approve' | 'reject' | 'extra'
/** The calls of one queue, and what is said when one went well. */
export type Queue<Item extends ReviewItem> = {
  /** As its calls name it: `POST /api/console/${name}/show`. */
  name: string
  show(no: string, signal: AbortSignal): Promise<Item>
  /** Takes it for ten minutes; with `release` gives it back. */
  claim(no: string, release: boolean): Promise<null>
  decide(verb: Verb, no: string, remark: string, item: Item): Promise<null>
  done(verb: Verb, item: Item): string
}

export const draftOf = (queue: string, no: string, verb: Verb) => `${queue}/${no}/${verb}`

const pollMs = 15_000

/**
 * One item under review: its details (asked anew while it waits, since others work here too),
 * claiming and deciding.
 */
export function useReview<Item extends ReviewItem>(queue: Queue<Item>, no: string) {
  const cache = useQueryClient()
  const message = useMessage()
  const showKey = [`POST /api/console/${queue.name}/show`, no]
  const item = useQuery<Item>({
    queryKey: showKey,
    queryFn: ({ signal }) => queue.show(no, signal),
    refetchInterval: query => (query.state.data?.state === reviewState.waiting ? pollMs : false),
  })
  const stale = () => {
    void cache.invalidateQueries({ queryKey: [`POST /api/console/${queue.name}/list`] })
    void cache.invalidateQueries({ queryKey: ['POST /api/console/today'] })
    void cache.invalidateQueries({ queryKey: ['POST /api/console/members/show'] })
    void cache.invalidateQueries({ queryKey: ['POST /api/console/members/ledger'] })
    return cache.invalidateQueries({ queryKey: showKey })
  }
  const claim = useAction({ mutationFn: () => queue.claim(no, false), onSettled: stale })
  const release = useAction({ mutationFn: () => queue.claim(no, true), onSettled: stale })
  const decide = useAction({
    mutationFn: async ({ verb, remark }: { verb: Verb; remark: string }) => {
      if (!item.data) throw new Error('an item is decided before it has come')
      return queue.decide(verb, no, remark, item.data)
    },
    // The dialog says what went wrong, beside what was typed.
    meta: { inPlace: true },
    onSuccess: (_none, { verb }) => {
      writeDraft(draftOf(queue.name, no, verb), '')
      if (item.data) void message.success(queue.done(verb, item.data))
    },
    onSettled: stale,
  })
  return { item, claim, release, decide }
}
