import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { call, Failed } from '../api.ts'

export type Operator = ConsoleGiven<'POST /api/console/me'>
/**
 * Who sits here. After an expiry, `last` is who it was, so that only the password has to be typed
 * again.
 */
export type Who = { operator: Operator } | { operator: null; last: Operator | null }

const nobody: Who = { operator: null, last: null }

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<Who> => {
    try {
      return { operator: await call('POST /api/console/me', {}, signal) }
    } catch (error) {
      if (error instanceof Failed && error.code === 401) return nobody
      throw error
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
  meta: { inPlace: true },
})

/** The server no longer knows the session: shows the log-in page where one stands. */
export function sessionEnded(cache: QueryClient) {
  cache.setQueryData(meQuery.queryKey, who =>
    who?.operator ? { operator: null, last: who.operator } : (who ?? nobody),
  )
}

/** Somebody logged in (`operator`) or left (null): nothing that another was shown may stay. */
export function sessionBegan(cache: QueryClient, operator: Operator | null) {
  cache.removeQueries({ predicate: query => query.queryKey[0] !== 'me' })
  cache.setQueryData(meQuery.queryKey, operator ? { operator } : nobody)
}
