import { MOST_BROWSERS, noticeKinds, type NoticeKind } from '@tianping/contract/delivery/facts'
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { deviceName } from '../../kernel/http/place.ts'
import { existing, Refusal, sessionOver } from '../../kernel/http/refusal.ts'
import type { Context, Handlers, Services } from '../../kernel/http/services.ts'
import { attempt } from '../../kernel/http/throttle.ts'
import { pushKeyMark } from '../../kernel/pushKeys.ts'
import { refuseRestricted } from '../restriction/restriction.ts'
import { announce, type Notice } from './announce.ts'
import { maskedContact } from './contacts.ts'
import { wantedOf } from './notices.ts'
import { areKeys } from './push/encrypt.ts'
import { endpointOf } from './push/endpoint.ts'
import { browserDigests, sealSubscription } from './push/subscription.ts'
import { contactsOf } from './store/contact.sql.ts'
import { choicesOf, keepChoice } from './store/notice.sql.ts'
import { browsersOf, dropBrowserHere, dropBrowserOf, insertBrowser } from './store/push.sql.ts'

/** A page that is opened again renews its browser. */
const subscribing = { attempts: 30, windowMs: 3_600_000 }

const flagOf = (on: boolean): 0 | 1 => (on ? 1 : 0)

const mailOf = async ({ db, outward }: Services, memberId: bigint) => {
  const found = (await contactsOf(db, outward.keys, memberId)).find(each => each.channel === 'mail')
  return {
    open: outward.open('mail'),
    contact: found && found.contact !== '' ? maskedContact(found) : '',
    verified: (found?.verifiedAt ?? null) !== null,
  }
}

/** Whoever holds a session could have one's letters shown elsewhere: the member hears of it. */
const newBrowser = (memberId: bigint, { browser, at }: { browser: string; at: Date }): Notice => ({
  memberId,
  kind: 'device',
  title: '新设备已开启消息推送',
  text: `${browser} 于 ${beijing(at)} 开启了消息推送。如非本人操作，请在“通知设置”关闭该设备，并修改登录密码。`,
  at,
  about: { kind: 'safety', link: '/notices' },
})

async function subscribe(context: Context<'POST /api/notices/subscribe'>) {
  const { db, clock, settings, outward, body, caller } = context
  const { memberId, tokenHash } = context.member
  const site = existing(settings.push ?? undefined, 'notices.off')
  if (body.key !== site.publicKey) throw new Refusal(say('notices.key_changed'))
  const url = endpointOf(body.endpoint, site.services)
  if (!url || !areKeys(body)) throw new Refusal(say('notices.endpoint'))
  const at = clock.now()
  await attempt(db, `subscribe:${memberId}`, subscribing, at)
  const { endpoint, p256dh, auth } = body
  const kept = await transaction(db, async tx => {
    await refuseRestricted(tx, memberId)
    const browser = {
      memberId,
      tokenHash,
      sealed: sealSubscription(outward.browserKeys, memberId, { endpoint, p256dh, auth }),
      digests: browserDigests(outward.browserKeys, endpoint),
      service: url.hostname,
      browser: deviceName(caller.agent),
      siteKey: pushKeyMark(site.publicKey),
      at,
    }
    const inserted = await insertBrowser(tx, browser, MOST_BROWSERS)
    if (inserted?.isNew) await announce(tx, outward, newBrowser(memberId, browser))
    return inserted
  })
  if (!kept) throw sessionOver()
  return { message: '推送已开启', data: null }
}

/** How letters reach members outside of the inbox. */
export const noticeHandlers = {
  'POST /api/notices/show': async context => {
    const { db, settings, member } = context
    const { memberId, tokenHash } = member
    const key = settings.push?.publicKey ?? ''
    const choices = await choicesOf(db, [memberId])
    const browsers = key === '' ? [] : await browsersOf(db, [memberId], pushKeyMark(key))
    const kinds = (Object.keys(noticeKinds) as NoticeKind[]).map(kind => ({
      kind,
      push: flagOf(wantedOf(choices, { memberId, kind, way: 'push' })),
      mail: flagOf(wantedOf(choices, { memberId, kind, way: 'mail' })),
    }))
    return {
      data: {
        kinds,
        mail: await mailOf(context, memberId),
        key,
        browsers: browsers.map(each => ({
          id: Number(each.subscriptionId),
          name: each.browser,
          created_at: beijing(each.createdAt),
          current: each.tokenHash === tokenHash,
        })),
      },
    }
  },
  'POST /api/notices/choose': async context => {
    const { db, clock, outward, body, member } = context
    const { memberId } = member
    const { kind, way, on } = body
    if (on === 1 && !outward.open(way))
      throw new Refusal(say(way === 'mail' ? 'notices.mail_off' : 'notices.off'))
    if (on === 1 && way === 'mail' && !(await mailOf(context, memberId)).verified)
      throw new Refusal(say('notices.mail_unverified'))
    await keepChoice(db, { memberId, kind, way, wanted: on === 1, at: clock.now() })
    return { message: on === 1 ? '已开启' : '已关闭', data: null }
  },
  'POST /api/notices/subscribe': subscribe,
  'POST /api/notices/unsubscribe': async ({ db, body, member }) => {
    const { memberId, tokenHash } = member
    if (body.id === undefined) await dropBrowserHere(db, tokenHash)
    else await dropBrowserOf(db, memberId, BigInt(body.id))
    return { message: '推送已关闭', data: null }
  },
} satisfies Handlers
