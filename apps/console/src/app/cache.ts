import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Failed } from './api.ts'
import { sessionEnded } from './session/me.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error
    /** `inPlace`: the screen itself shows what went wrong, so that no toast repeats it. */
    queryMeta: { inPlace?: boolean }
    mutationMeta: { inPlace?: boolean }
  }
}

/**
 * The cache of one operator's browser. Every failure passes here, and nowhere else: an ended
 * session opens the log-in page, the rest is told by `say` unless the screen shows it in its place.
 */
export function newCache(say: (text: string) => void): QueryClient {
  const heard = (error: Error, inPlace: boolean | undefined) => {
    if (error instanceof Failed && error.code === 401) sessionEnded(cache)
    else if (!inPlace) say(error.message)
  }
  const cache: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // A list that never came shows its failure itself; a toast only tells of figures that grew
      // old.
      onError: (error, query) =>
        heard(error, query.meta?.inPlace ?? query.state.data === undefined),
    }),
    mutationCache: new MutationCache({
      onError: (error, _sent, _kept, mutation) => heard(error, mutation.meta?.inPlace),
    }),
    defaultOptions: {
      queries: {
        retry: (tries, error) => tries < 1 && !(error instanceof Failed && error.certain),
        staleTime: 5_000,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Without a network an action fails at once. Otherwise it would wait and be sent later, when
      // its operator no longer expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return cache
}
