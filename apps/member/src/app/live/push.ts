// Notices of this browser, by web push. Loaded only where somebody looks at them or has allowed
// them.
import { call } from '../api.ts'
import { currentToken } from '../session.ts'

/** What the browser can do: `install` is an iPhone that shows notices of installed apps only. */
export type Support = 'ready' | 'install' | 'none'

/** Names the member whose notices the browser shows, beyond the end of a session. */
const kept = 'tianping-push'
const owner = '/push-owner'

const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

export function support(): Support {
  const can = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (can && isSecureContext) return 'ready'
  return isApple() && !isInstalled() ? 'install' : 'none'
}

/** What the member told the browser; `default` before it has asked. */
export const permission = (): NotificationPermission =>
  support() === 'ready' ? Notification.permission : 'default'

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), character =>
    character.charCodeAt(0),
  )

const isFor = ({ options }: PushSubscription, key: string) => {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const asked = bytesOf(key)
  return own.length === asked.length && own.every((byte, n) => byte === asked[n])
}

async function subscribed(registration: ServiceWorkerRegistration, key: string) {
  const found = await registration.pushManager.getSubscription()
  if (found && isFor(found, key)) return found
  await found?.unsubscribe()
  return registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  })
}

/** Has the push service of the browser take messages for the site's key, and tells the site. */
async function connect(key: string): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
  const { endpoint = '', keys = {} } = (await subscribed(registration, key)).toJSON()
  const { p256dh = '', auth = '' } = keys
  await call('POST /api/notices/subscribe', { endpoint, p256dh, auth, key })
}

export type Outcome = 'on' | 'denied'

/** Asks for permission, which needs the tap that it follows, and turns the notices on. */
export async function turnOn(key: string, member: number): Promise<Outcome> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  await connect(key)
  const cache = await caches.open(kept)
  await cache.put(owner, new Response(String(member)))
  return 'on'
}

/** Nothing arrives at this browser any more, whatever the push service still holds. */
export async function forgetHere(): Promise<void> {
  await caches.delete(kept)
  const registration = await navigator.serviceWorker.getRegistration()
  const found = await registration?.pushManager.getSubscription()
  await found?.unsubscribe()
}

/** The log-in that was looked at. */
let looked = ''

/** A new log-in of the same member goes on with the notices that the browser was allowed. */
export async function renew(member: number): Promise<void> {
  const token = currentToken()
  if (permission() !== 'granted' || looked === token) return
  looked = token
  const found = await caches.match(owner)
  if ((await found?.text()) !== String(member)) return
  const { key, browsers } = (await call('POST /api/notices/show', {})).data
  if (key !== '' && !browsers.some(({ current }) => current)) await connect(key)
}
