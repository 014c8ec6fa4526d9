import { useAction, useAnswer } from '../../app/calls.ts'
import { goTo } from '../../app/routes/navigation.ts'
import { addressOf } from '../../app/routes/paths.ts'
import { sayLost } from '../../app/tickets/sayLost.ts'
import { toast } from '../../ui/layer/toast.tsx'

const stale = ['POST /api/tickets/show', 'POST /api/tickets'] as const
const EVERY_MS = 4_000

export const useTicket = (ticket_no: string) =>
  useAnswer('POST /api/tickets/show', { ticket_no }, { everyMs: EVERY_MS })

export const useSay = (failed: (error: Error) => void, sent: () => void) =>
  useAction('POST /api/tickets/reply', {
    stale,
    failed: error => {
      sayLost(error)
      failed(error)
    },
    quiet: true,
    done: sent,
  })

export const useSolve = () =>
  useAction('POST /api/tickets/solve', { stale, done: ({ message }) => toast(message) })

export const useRate = () =>
  useAction('POST /api/tickets/rate', { stale, done: ({ message }) => toast(message) })

export const useComplain = (failed: (error: Error) => void, sent: () => void) =>
  useAction('POST /api/tickets/complain', {
    failed,
    stale: [...stale, 'POST /api/complaints'],
    done: ({ data, message }) => {
      sent()
      toast(message)
      goTo(addressOf('/complaint', { no: data.complaint_no }))
    },
  })
