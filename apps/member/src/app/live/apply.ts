import type { CallName } from '@tianping/contract'
import type { LiveEvents, LiveLetter, LiveState } from '@tianping/contract/live/facts'
import { patchUser, refreshUser } from '../account.ts'
import { cache, keyOf } from '../cache.ts'
import { refresh } from '../calls.ts'
import { expire } from '../report.ts'
import { confirmSession, currentToken } from '../session.ts'
import { announce } from './notices.ts'
import type { LiveEvent } from './stream.ts'

/** Calls whose answers change with an order. */
const ofOrders: CallName[] = ['POST /api/payinfo', 'POST /api/gettransrecord']
const ofMoney: CallName[] = [...ofOrders, 'POST /api/balancelist']

/** An action that is under way is answered first: it leaves the member where the action leads. */
const overMs = 300

type Appliers = { [K in keyof LiveEvents]?: (data: LiveEvents[K]) => void }

/** Takes a member's events into what the pages show. */
export function applier(token: string): (event: LiveEvent) => void {
  let orders = ''
  const seen = new Set<number>()
  const appliers: Appliers = {
    state: ({ balance, messageNum, deposits, withdrawals }: LiveState) => {
      confirmSession()
      patchUser({ balance, messageNum })
      const now = `${deposits} ${withdrawals}`
      if (orders !== '' && orders !== now) void refresh(...ofOrders)
      orders = now
    },
    letter: (letter: LiveLetter) => {
      // A line that was taken up again may tell of the last message twice.
      if (seen.has(letter.id)) return
      seen.add(letter.id)
      void refreshUser()
      void refresh('POST /api/noticeList', ...(letter.kind === 'money' ? ofMoney : []))
      announce(letter)
    },
    site: ({ notices }) => {
      const key = keyOf('POST /api/homenotice')
      const before = cache.getQueryData<string[]>(key) ?? notices
      cache.setQueryData(key, notices)
      const added = notices.find(notice => !before.includes(notice))
      if (added !== undefined)
        announce({ title: '新公告', text: added, kind: 'site', link: '/message?type=1' })
    },
    over: () => void setTimeout(() => expire(token), overMs),
  }
  return ({ kind, data }) => {
    if (token === currentToken()) appliers[kind]?.(data as never)
  }
}
