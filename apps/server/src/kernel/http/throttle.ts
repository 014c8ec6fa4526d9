import { say } from '@tianping/contract/refusals'
import { row, run, sql, theRow, type Db } from '@tianping/database'
import { blocksOf } from './network.ts'
import { explained, figures } from './explain.ts'

export type Limit = { attempts: number; windowMs: number }

/**
 * Limits on guessing: by address and by name, so that neither one machine nor one account can be
 * tried at leisure. The arithmetic of log-ins:
 * docs/decisions/0046-a-name-under-attack-asks-for-work.md.
 */
export const limits = {
  loginByAddress: { attempts: 60, windowMs: 600_000 },
  /** One name from one network, or from one device that it logged in from before. */
  loginFromOne: { attempts: 10, windowMs: 600_000 },
  /** One name from everywhere else together, before a proof of work is asked for. */
  loginFree: { attempts: 10, windowMs: 600_000 },
  /** One name from everywhere else together, with proofs. */
  loginByName: { attempts: 100, windowMs: 3_600_000 },
  operatorByName: { attempts: 10, windowMs: 600_000 },
  registerByAddress: { attempts: 30, windowMs: 3_600_000 },
  passwordByMember: { attempts: 10, windowMs: 3_600_000 },
  profileByMember: { attempts: 20, windowMs: 3_600_000 },
  bindByMember: { attempts: 20, windowMs: 3_600_000 },
  orderByMember: { attempts: 60, windowMs: 600_000 },
  outcomeByMember: { attempts: 300, windowMs: 600_000 },
  rechargeByMember: { attempts: 30, windowMs: 600_000 },
  statementByMember: { attempts: 240, windowMs: 3_600_000 },
  statementFileByMember: { attempts: 30, windowMs: 3_600_000 },
  /** A page that is opened, or comes back, begins a stream of its own. */
  liveByMember: { attempts: 120, windowMs: 600_000 },
  /** Of a member, or of an address where nobody is logged in. */
  search: { attempts: 300, windowMs: 600_000 },
  /** Each one makes a throw-away player at a venue. */
  practice: { attempts: 60, windowMs: 600_000 },
  payinfoByAddress: { attempts: 300, windowMs: 600_000 },
  consoleByAddress: { attempts: 30, windowMs: 600_000 },
} as const satisfies Record<string, Limit>

/**
 * Counts one attempt on `bucket` (`login:name:demo888`) across all instances; throws 429 when its
 * window is full. The window is fixed from the first attempt, so a full bucket empties after
 * `windowMs` at the latest.
 */
export async function attempt(db: Db, bucket: string, limit: Limit, now: Date): Promise<void> {
  const { attempts, waits } = await theRow(
    db,
    sql<{ attempts: number; waits: number }>`/* prepared */
    insert into throttle (bucket, window_ends_at, attempts)
    values (${bucket}, ${new Date(now.getTime() + limit.windowMs)}, 1)
    on conflict (bucket) do update set
      attempts = case when throttle.window_ends_at <= ${now} then 1 else throttle.attempts + 1 end,
      window_ends_at = case when throttle.window_ends_at <= ${now} then excluded.window_ends_at else throttle.window_ends_at end
    returning attempts, extract(epoch from window_ends_at - ${now})::int as waits`,
  )
  if (attempts <= limit.attempts) return
  throw explained(
    say('request.throttled', { minutes: Math.max(1, Math.ceil(waits / 60)) }),
    {
      rule: 'throttle',
      version: 0,
      inputs: [
        figures.count('max', '次数上限', limit.attempts),
        figures.time('again_at', '可再次尝试', new Date(now.getTime() + waits * 1_000)),
      ],
    },
    { retry_after_s: waits },
  )
}

/** Takes one of a bucket's attempts; false when its window is full, and then nothing is counted. */
export const takeAttempt = async (
  db: Db,
  bucket: string,
  limit: Limit,
  now: Date,
): Promise<boolean> =>
  (await run(
    db,
    sql`/* prepared */
    insert into throttle (bucket, window_ends_at, attempts)
    values (${bucket}, ${new Date(now.getTime() + limit.windowMs)}, 1)
    on conflict (bucket) do update set
      attempts = case when throttle.window_ends_at <= ${now} then 1 else throttle.attempts + 1 end,
      window_ends_at = case when throttle.window_ends_at <= ${now} then excluded.window_ends_at else throttle.window_ends_at end
    where throttle.window_ends_at <= ${now} or throttle.attempts < ${limit.attempts}`,
  )) === 1

/** How many attempts the window that is open has counted, and when it ends. */
export const attemptsIn = async (
  db: Db,
  bucket: string,
  now: Date,
): Promise<{ attempts: number; endsAt: Date }> =>
  (await row(
    db,
    sql<{ attempts: number; endsAt: Date }>`
    select attempts, window_ends_at as ends_at from throttle where bucket = ${bucket} and window_ends_at > ${now}`,
  )) ?? { attempts: 0, endsAt: now }

/** Gives attempts back that turned out not to be guesses. */
export const giveBack = (db: Db, buckets: string[]) =>
  run(
    db,
    sql`/* prepared */ update throttle set attempts = attempts - 1 where bucket = any(${buckets}::text[]) and attempts > 0`,
  )

/** Counts one attempt from an address, by the networks that its owner may hold. */
export async function attemptFrom(
  db: Db,
  what: string,
  address: string,
  { attempts, windowMs }: Limit,
  now: Date,
): Promise<void> {
  for (const { network, times } of blocksOf(address))
    await attempt(db, `${what}:${network}`, { attempts: attempts * times, windowMs }, now)
}

/** The buckets that `attemptFrom` counts on. */
export const bucketsFrom = (what: string, address: string): string[] =>
  blocksOf(address).map(({ network }) => `${what}:${network}`)

/** After a success: forgets the attempts of some buckets and gives one back to others. */
export const forgive = (db: Db, { all, one }: { all: string[]; one: string[] }) =>
  run(
    db,
    sql`/* prepared */
    with forgotten as (delete from throttle where bucket = any(${all}::text[]))
    update throttle set attempts = attempts - 1 where bucket = any(${one}::text[]) and attempts > 0`,
  )

/** Forgets the attempts after a success. */
export const forget = (db: Db, ...buckets: string[]) =>
  run(db, sql`/* prepared */ delete from throttle where bucket = any(${buckets}::text[])`)
