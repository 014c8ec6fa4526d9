import type { Given } from '@tianping/contract'
import { useEffect, useState } from 'react'
import { useUser } from '../../app/account.ts'
import { Refused } from '../../app/api.ts'
import { refresh, useAction, useAnswer } from '../../app/calls.ts'
import { forgetHere, permission, turnOn } from '../../app/live/push.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Notices = Given<'POST /api/notices/show'>

const shown = 'POST /api/notices/show'
const stale = [shown] as const

export const useNotices = () => useAnswer(shown, {}, { freshMs: 0 })

export const useChoose = () => useAction('POST /api/notices/choose', { stale, quiet: true })

export const useRemove = () =>
  useAction('POST /api/notices/unsubscribe', { stale, done: ({ message }) => toast(message) })

/** What the browser was told, read again when the member comes back from its settings. */
export function usePermission(): [NotificationPermission, () => void] {
  const [now, setNow] = useState(permission)
  const look = () => setNow(permission())
  useEffect(() => {
    const read = () => setNow(permission())
    addEventListener('focus', read)
    document.addEventListener('visibilitychange', read)
    return () => {
      removeEventListener('focus', read)
      document.removeEventListener('visibilitychange', read)
    }
  }, [])
  return [now, look]
}

const words = (error: unknown) =>
  error instanceof Refused ? error.message : '无法开启推送，请退出无痕模式或检查网络后重试'

/** The switch of this browser. */
export function useHere(key: string, look: () => void) {
  const user = useUser()
  const [busy, setBusy] = useState(false)
  const remove = useRemove()
  const on = async () => {
    setBusy(true)
    try {
      if ((await turnOn(key, user?.id ?? 0)) === 'on') toast('推送已开启')
    } catch (error) {
      toast(words(error), 'danger')
    }
    look()
    await refresh(...stale)
    setBusy(false)
  }
  const off = () => {
    void forgetHere().catch(() => undefined)
    remove.run({})
  }
  return { busy: busy || remove.busy, change: (next: boolean) => (next ? void on() : off()) }
}
