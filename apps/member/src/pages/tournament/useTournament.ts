import type { Given } from '@tianping/contract'
import { refresh, useAction, useAnswer } from '../../app/calls.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Tournament = Given<'POST /api/tournament'>

/** Standings move while others play. */
const EVERY_MS = 15_000

export const useTournament = (id: number) =>
  useAnswer('POST /api/tournament', { id }, { everyMs: EVERY_MS })

export const useEnter = () =>
  useAction('POST /api/tournamentEnter', {
    done: async ({ message }) => {
      toast(message)
      await refresh('POST /api/tournament', 'POST /api/tournaments')
    },
  })
