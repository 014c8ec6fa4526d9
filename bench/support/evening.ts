// What members ask for in an evening, as shares of a thousand calls, and requests in that mix. No
// site in operation was measured for it: docs/figures.md says what it is taken from.
import { calls, type CallName } from '@tianping/contract'
import { sentTo } from './callBodies.ts'
import type { Member } from './callSite.ts'
import { request } from './load.ts'

export const evening = {
  'POST /api/balance': 420,
  'POST /api/user': 120,
  'POST /api/app': 70,
  'POST /api/transfer': 60,
  'POST /api/money/before': 40,
  'POST /api/betrecord': 50,
  'POST /api/gettransrecord': 50,
  'POST /api/wageringaudit': 20,
  'POST /api/noticeList': 50,
  'POST /api/getfanshui': 20,
  'POST /api/redpacket': 20,
  'POST /api/activityApplyLog': 10,
  'POST /api/search': 30,
  'POST /api/getcard': 20,
  'POST /api/recharge': 10,
  'POST /api/login': 10,
} as const satisfies Partial<Record<CallName, number>>

/** Calls in an order without runs, each as often as its share of a thousand says. */
function sequence(): CallName[] {
  const places = Object.entries(evening).flatMap(([name, share]) =>
    Array.from({ length: share }, (_, n) => ({ name: name as CallName, at: (n + 0.5) / share })),
  )
  return places.toSorted((a, b) => a.at - b.at).map(({ name }) => name)
}

const TRANSFERS = [
  { sourcetype: 'userbalance', targettype: 'FG', amount: '1' },
  { sourcetype: 'FG', targettype: 'userbalance', amount: '1' },
]

/** The request with this number; members take turns. */
export function eveningRequests(members: Member[]): (n: number) => string {
  const names = sequence()
  const made = new Map(names.map(name => [name, sentTo(name)]))
  return n => {
    const name = names[n % names.length]!
    const round = Math.floor(n / names.length)
    const { token } = members[(n + round) % members.length]!
    const sent = made.get(name)!(n)
    const own =
      name === 'POST /api/transfer'
        ? { ...sent, body: JSON.stringify(TRANSFERS[round % TRANSFERS.length]) }
        : sent
    const headers: Record<string, string> =
      calls[name].by === 'member'
        ? { authorization: `Bearer ${token}` }
        : { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
    return request({ ...own, headers })
  }
}
