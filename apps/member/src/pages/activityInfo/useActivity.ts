import { useAction, useAnswer } from '../../app/calls.ts'
import { toast } from '../../ui/layer/toast.tsx'

/** The id in the address as the server takes it; null for what is no id at all. */
export const idOf = (written: string): number | null =>
  /^\d{1,15}$/.test(written) ? Number(written) : null

/** Whether a text of the operator's brings its own heading. */
export const isHeaded = (html: string) => /^\s*<h[2-4]\b/.test(html)

/** The lines of the rule that the operator's own text does not say already. */
export const unsaidOf = ({
  terms,
  content,
  memo,
}: {
  terms: string[]
  content: string
  memo: string
}) => terms.filter(term => !content.includes(term) && !memo.includes(term))

export const useActivity = (id: number | null) =>
  useAnswer('POST /api/activitydeatil', { id: id ?? 0 }, { enabled: id !== null, freshMs: 0 })

/** Applies; what the server says of it is shown. */
export const useApply = () =>
  useAction('POST /api/doactivityapply', {
    stale: ['POST /api/activityApplyLog', 'POST /api/activitydeatil', 'POST /api/activitylist'],
    done: ({ message }) => toast(message),
  })
