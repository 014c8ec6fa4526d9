import { fenOf, yuanOf } from '@tianping/money'
import { useState } from 'react'
import { toast } from '../../ui/layer/toast.tsx'
import { useAction } from '../calls.ts'
import { placesOf } from './places.ts'
import { useWhere, type Place, type Where } from './where.ts'

/** How often what has come is looked at meanwhile, in ms. */
const lookMs = 1_000

export type Step = {
  platname: string
  name: string
  ico: string
  yuan: number
  outcome: 'home' | 'moving' | 'failed'
  note: string
}
export type Progress = { steps: Step[]; done: number; home: number; running: boolean }

const notes = {
  home: '',
  moving: '场馆还没确认，系统会继续问',
  failed: '场馆暂时无法连接，请稍后重试',
} as const

const outcomeOf = (moving: boolean, failed: boolean): Step['outcome'] => {
  if (moving) return 'moving'
  return failed ? 'failed' : 'home'
}

/** What has become of one venue: by the answer where it is here, else by what is there now. */
function stepOf(before: Place, now: Place | undefined, said: string | undefined): Step {
  const { platname, name, ico, balance } = before
  const there = now ? now.balance : balance
  const moving = now?.moving?.way === 'out' || (said === undefined && there > 0)
  const failed = !moving && there > 0
  const outcome = outcomeOf(moving, failed)
  // Before the answer it is only on its way.
  const note = said === undefined ? '' : notes[outcome]
  return { platname, name, ico, yuan: balance, outcome, note }
}

/**
 * 一键回收 with what becomes of each venue. The total does not change meanwhile: what has left a
 * venue is under way or in the wallet.
 */
export function useRecall() {
  const [before, setBefore] = useState<Place[]>()
  const [said, setSaid] = useState<Record<string, string>>()
  const action = useAction('POST /api/transall', {
    silent: true,
    stale: [
      'POST /api/user',
      'POST /api/balance',
      'POST /api/balancelist',
      'POST /api/money/where',
    ],
    done: ({ data, message }) => {
      setSaid(
        Object.fromEntries((data.venues ?? []).map(({ platname, outcome }) => [platname, outcome])),
      )
      toast(message)
    },
    failed: () => setSaid({}),
  })
  const { data } = useWhere(before ? { everyMs: lookMs } : {})
  return {
    busy: action.busy,
    run: () => {
      const { places } = placesOf(data)
      setSaid(undefined)
      if (action.run({})) setBefore(places.filter(place => place.balance > 0))
    },
    progress: before && progressOf({ before, now: data, said, running: action.busy }),
  }
}

type Known = {
  before: Place[]
  now: Where | undefined
  said: Record<string, string> | undefined
  running: boolean
}

function progressOf({ before, now, said, running }: Known): Progress | undefined {
  if (before.length === 0) return undefined
  const steps = before.map(place =>
    stepOf(
      place,
      now?.venues.find(each => each.platname === place.platname),
      running ? undefined : (said?.[place.platname] ?? ''),
    ),
  )
  const home = steps.filter(({ outcome }) => outcome === 'home')
  return {
    steps,
    done: home.length,
    home: yuanOf(home.reduce((sum, { yuan }) => sum + fenOf(yuan), 0n)),
    running: running || steps.some(({ outcome }) => outcome === 'moving'),
  }
}
