import { keepPreviousData, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { CallName, Given, Sent } from '@tianping/contract'
import { useEffect, useRef } from 'react'
import { beginLoading } from '../ui/layer/loading.tsx'
import { call, Left, Refused, type Success } from './api.ts'
import { drawn } from './afterPaint.ts'
import { cache, keyOf } from './cache.ts'
import { isMoneyCall } from './outcome/moneyCalls.ts'
import { keyForAction, settleAction } from './actionKeys.ts'
import type { Tone } from './report.ts'

/** The cache hands a call's tone to `report` as it is. */
const metaOf = (tone: Tone): object => tone

/**
 * What a new page can show already is asked again once it shows it; what it lacks is asked at once.
 */
export async function whenDrawn(queryKey: readonly unknown[]) {
  if (cache.getQueryData(queryKey) !== undefined) await drawn()
}

type AnswerOptions = Tone & {
  /** Asked again this often, in ms, while the page is shown. */
  everyMs?: number
  enabled?: boolean
  /** How long an answer counts as fresh, in ms; a minute by default, 0 asks at every visit. */
  freshMs?: number
  /** Keeps showing the last answer while one for another payload is fetched. */
  keepLast?: boolean
  /** Asked once and kept until the session ends or the member asks anew. */
  once?: boolean
}

/** Reads one call: its `data`, shared by all who ask with the same payload. */
export function useAnswer<N extends CallName>(
  name: N,
  payload: Sent<N>,
  options: AnswerOptions = {},
): UseQueryResult<Given<N>> {
  const {
    everyMs,
    enabled = true,
    once,
    freshMs = once ? Infinity : everyMs,
    keepLast,
    ...tone
  } = options
  const result = useQuery({
    queryKey: keyOf(name, payload),
    queryFn: async ({ signal, queryKey }) => {
      await whenDrawn(queryKey)
      return (await call(name, payload, { signal })).data
    },
    enabled,
    meta: metaOf({ polled: everyMs !== undefined, ...tone }),
    // Polling rests in a hidden tab and asks at once on return
    // (docs/decisions/0005-polling-rests-in-a-hidden-tab.md).
    ...(everyMs ? { refetchInterval: everyMs, refetchOnWindowFocus: true } : {}),
    ...(freshMs === undefined ? {} : { staleTime: freshMs }),
    ...(once ? { gcTime: Infinity } : {}),
    ...(keepLast ? { placeholderData: keepPreviousData } : {}),
  })
  // Only what a component reads while it renders is followed. A sheet reads the error when it
  // opens: it must find a refusal that came before.
  void result.error
  return result as UseQueryResult<Given<N>>
}

/** Has everybody who shows these calls ask again. */
export const refresh = (...names: CallName[]) =>
  Promise.all(
    names.map(name => cache.invalidateQueries({ predicate: query => query.queryKey[0] === name })),
  )

export type ActionOptions<N extends CallName> = Tone & {
  /**
   * Runs when it is done, also when the member has left the page meanwhile: toasts and navigation
   * belong here.
   */
  done?: (answer: Success<N>, sent: Sent<N> | FormData) => unknown
  /** Runs when it was refused or no answer came; the text has been said already. */
  failed?: (error: Error) => unknown
  /**
   * What to send instead when a refusal asks for something that needs no member; null to leave it
   * refused.
   */
  answering?: (refused: Refused, sent: Sent<N>) => Promise<Sent<N> | null>
  /** Calls whose answers it makes old. */
  stale?: readonly CallName[]
  /** Leaves the screen free while it runs; otherwise 加载中... lies over it. */
  quiet?: boolean
}

const following = () => import('./outcome/unsettled.ts')
const expectActions = () =>
  drawn()
    .then(following)
    .then(({ expectActions: expect }) => expect())
    .catch(() => undefined)

/**
 * An action of the member. Its idempotency key is made for the action and kept as long as the
 * outcome is unknown: pressing again after a lost answer repeats the same action, pressing again
 * after an answer is a new one.
 */
export function useAction<N extends CallName>(name: N, options: ActionOptions<N> = {}) {
  const { done, failed, answering, stale, quiet, ...tone } = options
  // What follows an action comes with the page that offers it.
  useEffect(() => {
    if (isMoneyCall(name)) void expectActions()
  }, [name])
  // `isPending` is what the last drawing saw: the second of two quick taps comes before the next.
  const running = useRef(false)
  const mutation = useMutation({
    mutationFn: async (sent: Sent<N> | FormData) => {
      const stop = new AbortController()
      const followed = isMoneyCall(name)
      const leave = () => stop.abort(new Left(followed))
      const finish = beginLoading({ quiet: quiet ?? false, followed, leave })
      const idempotencyKey = keyForAction(name, sent)
      const tracked = followed ? following() : undefined
      // Without its code an action is only not followed.
      tracked?.then(t => t.noteSent(name, idempotencyKey, sent)).catch(() => undefined)
      try {
        const send = (payload: Sent<N> | FormData) =>
          call(name, payload, { idempotencyKey, signal: stop.signal })
        const answer = await send(sent).catch(async (error: unknown) => {
          const asks = error instanceof Refused && answering && !(sent instanceof FormData)
          const instead = asks ? await answering(error, sent) : null
          if (instead === null) throw error
          return send(instead)
        })
        settleAction(name, sent)
        tracked?.then(t => t.noteEnd(idempotencyKey, true)).catch(() => undefined)
        return answer
      } catch (error) {
        const certain = error instanceof Refused && error.certain
        if (certain) settleAction(name, sent)
        tracked?.then(t => t.noteEnd(idempotencyKey, certain)).catch(() => undefined)
        throw error
      } finally {
        finish()
      }
    },
    meta: metaOf(tone),
    onSuccess: async (answer, sent) => {
      if (stale?.length) void refresh(...stale)
      await done?.(answer, sent)
    },
    // An ended session is the dialog's to say, and the page below it stays as it is.
    onError: error => {
      if (!(error instanceof Refused && error.code === 401 && !tone.opensSession))
        void failed?.(error)
    },
    onSettled: () => {
      running.current = false
    },
  })
  return {
    /** False while an earlier one runs: then nothing is sent. */
    run: (sent: Sent<N> | FormData): boolean => {
      if (running.current) return false
      running.current = true
      mutation.mutate(sent)
      return true
    },
    busy: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  }
}
