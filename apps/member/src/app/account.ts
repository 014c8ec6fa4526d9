import type { Given } from '@tianping/contract'
import { standardRules } from '@tianping/contract/site/facts'
import { useEffect } from 'react'
import { confirm } from '../ui/layer/confirm.tsx'
import { toast } from '../ui/layer/toast.tsx'
import { call } from './api.ts'
import { cache, keyOf } from './cache.ts'
import { useAction, useAnswer } from './calls.ts'
import { askOnboarding } from './onboarding.ts'
import { currentAddress, replaceWith } from './routes/navigation.ts'
import { readQuery } from './routes/paths.ts'
import { endedElsewhere, leave } from './report.ts'
import { afterLogin, split } from './routes/resolve.ts'
import { forgetLeft, hasLeft, keepLeft, takeLeft } from './left.ts'
import { beginSession, currentMember, loggedIn, useLoggedIn, watchSession } from './session.ts'
import { texts } from './texts.ts'

export type User = Given<'POST /api/user'>

const balanceEveryMs = 4_300
const appEveryMs = 60_000
const userKey = keyOf('POST /api/user')

/** Takes a whole user object as the member's present state. */
export const storeUser = (user: User) => cache.setQueryData<User>(userKey, user)
/** Changes some figures of the member's state; nothing while there is none. */
export const patchUser = (part: Partial<User>) =>
  cache.setQueryData<User>(userKey, user => (user ? { ...user, ...part } : user))
export const refreshUser = () => cache.invalidateQueries({ queryKey: userKey })

/** The read of the member, for a page that is nothing without it. */
export const useUserAnswer = () => useAnswer('POST /api/user', {}, { enabled: useLoggedIn() })

/** The member; undefined for visitors and until the first answer. */
export const useUser = (): User | undefined => useUserAnswer().data

export const useApp = () => useAnswer('POST /api/app', {}, { silent: true }).data

/** The page's own title as the server sent it: the site's name before its first answer is here. */
const servedTitle = document.title

/** The site's name, as the operator set it. */
export const useTitle = () => useApp()?.title ?? servedTitle

/** The figures in the rules that members read; the documents' own until the site's are known. */
export const useRules = () => useApp()?.rules ?? standardRules

/**
 * Notices within a minute that the operator closed or opened the site. Stands once, in the shell.
 */
export const useAppPolling = () =>
  useAnswer('POST /api/app', {}, { silent: true, everyMs: appEveryMs }).data

/**
 * Asks for the central balance every `everyMs`; several askers share one call, at the pace of the
 * fastest.
 */
export const useBalance = (everyMs: number) =>
  useAnswer('POST /api/balance', {}, { enabled: useLoggedIn(), everyMs, silent: true }).data

/** Keeps the member's figures in step with the balance while logged in. Used once, in the shell. */
export function useBalancePolling() {
  const data = useBalance(balanceEveryMs)
  useEffect(() => {
    if (data && loggedIn()) patchUser({ balance: data.balance })
  }, [data])
}

/** The refresh button beside a balance. */
export const useRefreshMoney = () =>
  useAction('POST /api/refreshusermoney', {
    quiet: true,
    done: ({ data }) => {
      storeUser(data)
      toast(texts.refreshed)
    },
  })

/** 一键回收: brings back what all venues hold. A failure only hides the loading (P2-4-30). */
export const useRecallAll = () =>
  useAction('POST /api/transall', {
    silent: true,
    stale: [
      'POST /api/user',
      'POST /api/balance',
      'POST /api/balancelist',
      'POST /api/money/where',
    ],
    done: ({ message }) => toast(message),
  })

/**
 * A log-in or a registration succeeded: the token is kept and the way goes on; the shell fetches
 * the member.
 */
export function enter(token: string, redirect: string) {
  beginSession(token)
  void goOn(redirect)
}

/**
 * Leads on after a log-in: back to the page where a session of the same member ended by itself,
 * with what was typed there; else where the log-in was asked from.
 */
async function goOn(redirect: string) {
  if (!hasLeft()) return replaceWith(afterLogin(redirect))
  const back = await backOfMember()
  replaceWith(back === null ? '/' : afterLogin(redirect || back))
}

/** The page that this member left; null for another member. */
async function backOfMember(): Promise<string | null> {
  const user = await call('POST /api/user', {}).catch(() => null)
  return (user && takeLeft(user.data.id)) ?? null
}

/**
 * Follows log-ins and log-offs of other tabs: nothing of a member stays here who left there, and a
 * log-in there ends the one that is asked for here.
 */
export const followTabs = () =>
  watchSession({
    ending: off => {
      if (off) forgetLeft()
      else keepLeft(currentMember(), currentAddress())
      endedElsewhere()
    },
    begun: async other => {
      const { path, query } = split(currentAddress())
      if (path === '/login') return goOn(readQuery('/login', query).redirect)
      const back = hasLeft() ? await backOfMember() : ''
      if (other && back === null) replaceWith('/')
    },
  })

/** The same after a registration: the first steps are asked for meanwhile. */
export async function enterNew(token: string, redirect: string) {
  forgetLeft()
  beginSession(token)
  await askOnboarding()
  replaceWith(afterLogin(redirect))
}

/** Asks, tells the server, forgets the member. The server's answer does not matter. */
export async function logOut() {
  if (!(await confirm(texts.logOut))) return
  void call('POST /api/logoff', {}).catch(() => undefined)
  if (globalThis.Notification?.permission === 'granted')
    void import('./live/push.ts').then(push => push.forgetHere()).catch(() => undefined)
  leave()
}
