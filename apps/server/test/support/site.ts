import { run, sql } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import { why } from '@tianping/contract'
import type { Clock } from '../../src/kernel/clock.ts'
import { randomBytes } from 'node:crypto'
import { passwordHashes } from '../../src/areas/account/account.ts'
import { present } from '../../src/kernel/present.ts'
import { readSettings } from '../../src/kernel/environment.ts'
import type { Logger } from 'pino'
import { newLog } from '../../src/kernel/log.ts'
import { openSite, type Site, type SiteOptions } from '../../src/compose.ts'
import { PATIENCE, PLANS } from '../../../../tooling/test/database.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

/** A clock that tests set; it stands still until it is moved. */
export class TestClock implements Clock {
  private at: number
  constructor(at: string | number = Date.now()) {
    this.at = new Date(at).getTime()
  }
  now() {
    return new Date(this.at)
  }
  advance(ms: number) {
    this.at += ms
  }
}

export type Answered<T = unknown> = { code: number; message: string; data: T }

export type TestSite = Site & {
  /**
   * One call as a browser makes it; the body goes into the query of a GET. Answers the envelope.
   */
  call<T = Record<string, never>>(
    name: string,
    body?: object,
    options?: { token?: string; key?: string; headers?: Record<string, string> },
  ): Promise<Answered<T>>
  /** Registers a member and answers token and id. */
  member(options?: {
    name?: string
    pid?: string
    paypassword?: string
    /** Of age unless said otherwise; empty for none. */
    birthday?: string
  }): Promise<{ token: string; memberId: bigint; name: string }>
  /** A session of a member without a log-in; answers its token. */
  enter(memberId: bigint): Promise<string>
}

/**
 * The engines' calls: each of their refusals says its rule in the one shape; what is no rule has no
 * data of its own.
 */
const EXPLAINED =
  /^POST \/api\/(withdraw|douserredpacket|redpacketproof|dofanshui|doactivityapply|activitydeatil|applyagentdo|agent\/\w+)$|^GET \/api\/getAgentLoginUrl$/

function checkWhy(name: string, { code, message, data }: Answered) {
  if (
    !EXPLAINED.test(name) ||
    message === '登录已过期，请重新登录' ||
    message === '请求参数不正确' ||
    code === 409 ||
    code >= 500
  )
    return
  const parsed = why.safeParse((data as { why?: unknown } | null)?.why)
  if (!parsed.success)
    throw new Error(`${name} refused “${message}” without saying why: ${JSON.stringify(data)}`)
}

let born = 0
/** Members of tests share one name; each is born on a day of their own, of age. */
const nextBirthday = () => addDays('1981-01-01', born++ % 7_000)

/**
 * A whole site on a database of the test's own; every answer is checked against the contract.
 * Closed at the end of the file.
 */
export async function openTestSite(
  databaseUrl: string,
  options: {
    venueUrl?: string
    clock?: Clock
    /** What calls to the venues are dated by; the real time without it. */
    venueClock?: Clock
    env?: Record<string, string>
    publicUrl?: string
    log?: Logger
    /** Smaller files of lists than usual. */
    exports?: SiteOptions['exports']
  } = {},
): Promise<TestSite> {
  const settings = readSettings({
    TIANPING_MODE: 'sandbox',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '12',
    DATABASE_PLANS: String(PLANS),
    // Each registration comes from an address of its own, so that the throttle of one does not stop
    // a test.
    TRUST_PROXY: '1',
    VENUE_URL: options.venueUrl ?? 'http://127.0.0.1:9',
    PORT: '0',
    // Jobs would begin with listening and take what a test does by hand; few tests want them.
    RUN_JOBS: '0',
    // One process of a test does more than serve.
    BUSY_AFTER_MS: '60000',
    ...(options.publicUrl ? { PUBLIC_URL: options.publicUrl } : {}),
    ...options.env,
  })
  const site = await openSite(settings, {
    log: options.log ?? newLog('silent'),
    checkAnswers: true,
    patience: PATIENCE,
    // A call that may read elsewhere and writes fails here.
    rehearseReads: true,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.venueClock ? { venueClock: options.venueClock } : {}),
    ...(options.exports ? { exports: options.exports } : {}),
  })
  await site.app.ready()
  atEnd(() => site.close())

  const call: TestSite['call'] = async (name, body = {}, { token, key, headers } = {}) => {
    const [method, url] = name.split(' ') as ['GET' | 'POST', string]
    const answer = await site.app.inject({
      method,
      url,
      ...(method === 'GET' ? { query: body as Record<string, string> } : { payload: body }),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...headers,
      },
    })
    const said = answer.json<Answered<never>>()
    if (said.code !== 200) checkWhy(name, said)
    return said
  }
  const member: TestSite['member'] = async ({
    name = `m${randomBytes(4).toString('hex')}`,
    pid = '',
    paypassword = '888888',
    birthday = nextBirthday(),
  } = {}) => {
    const made = await call<{ api_token: string }>(
      'POST /api/register',
      {
        name,
        password: 'secret1',
        confirmPass: 'secret1',
        realname: '测试员',
        paypassword,
        code: 'abcd',
        pid,
      },
      { headers: { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` } },
    )
    if (made.code !== 200) throw new Error(made.message)
    const token = made.data.api_token
    const me = await call<{ id: number }>('POST /api/user', {}, { token })
    if (me.code !== 200) throw new Error(me.message)
    const memberId = BigInt(me.data.id)
    if (birthday) {
      const { db } = site.services
      await run(db, sql`update member set birthday = ${birthday} where member_id = ${memberId}`)
    }
    return { token, memberId, name }
  }
  const enter: TestSite['enter'] = async memberId => {
    const { db, sessions } = site.services
    const { password } = await passwordHashes(db, memberId)
    const verified = { memberId, passwordHash: password }
    return present(await sessions.open(verified, { address: '', agent: '' }), 'session')
  }
  return Object.assign(site, { call, member, enter })
}
