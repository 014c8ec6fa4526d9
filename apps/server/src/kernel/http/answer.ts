import type { Answer } from '@tianping/contract'

export const SUCCESS = 200

export const success = <T>(data: T, message = 'ok'): Answer<T> => ({ code: SUCCESS, message, data })
export const failure = (code: number, message: string, data: unknown = null): Answer<unknown> => ({
  code,
  message,
  data,
})

/** Rows a page of every list (docs/decisions/0017-pages-times-and-date-ranges.md). */
export const PER_PAGE = 10

/** A page of rows as the documents read it; `last_page` is at least 1. */
export function pageOf<T>(data: T[], page: number, total: number, perPage = PER_PAGE) {
  return {
    data,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
  }
}
