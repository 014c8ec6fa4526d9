import type { Given } from '@tianping/contract'
import { dataExportState } from '@tianping/contract/dataRights/facts'
import { useAction, useAnswer } from '../../app/calls.ts'
import { baseUrl } from '../../app/session.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Rights = Given<'POST /api/dataRights'>
export type Asked = { kind: string; content: string }

const stale = ['POST /api/dataRights'] as const
/** While the copy is made, its progress is asked for. */
const EVERY_MS = 2_000

export function useRights() {
  const answer = useAnswer('POST /api/dataRights', {}, { freshMs: 0 })
  const running = answer.data?.export?.state === dataExportState.running
  useAnswer('POST /api/dataRights', {}, { enabled: running, everyMs: EVERY_MS, silent: true })
  return answer
}

export const useMakeCopy = () =>
  useAction('POST /api/dataRights/export', { stale, done: ({ message }) => toast(message) })

/** Fetches the file by its path, which works once. */
export const useDownload = (proven: () => void) =>
  useAction('POST /api/dataRights/download', {
    done: ({ data }) => {
      proven()
      const link = document.createElement('a')
      link.href = `${baseUrl()}${data.path}`
      link.download = ''
      link.click()
    },
  })

export const useAsk = (proven: () => void) =>
  useAction('POST /api/dataRights/ask', {
    stale,
    done: ({ message }) => {
      proven()
      toast(message)
    },
  })

export const useConsents = () => useAnswer('POST /api/consents/show', {}, { freshMs: 0 })

const changed = {
  stale: ['POST /api/consents/show'],
  quiet: true,
  done: ({ message }: { message: string }) => toast(message),
} as const

export function useChoose() {
  const give = useAction('POST /api/consents/give', changed)
  const withdraw = useAction('POST /api/consents/withdraw', changed)
  return { give, withdraw, busy: give.busy || withdraw.busy }
}
