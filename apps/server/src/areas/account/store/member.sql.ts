import { row, rows, run, sql, theRow, transaction, type Db, type Tx } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import { gatheredBy } from '../../../kernel/live/gathered.ts'
import { present } from '../../../kernel/present.ts'
import { openContacts, storedContact } from '../../../kernel/sealedContact.ts'
import { endAccess } from './session.sql.ts'

export type Member = {
  memberId: bigint
  name: string
  realname: string
  /** Sealed (`kernel/sealedContact.ts`). */
  mobile: Buffer
  email: Buffer
  birthday: string | null
  avatar: string
  vip: number
  isagent: boolean
  transferstatus: boolean
  state: 'active' | 'locked'
  inviteCode: string
  createdAt: Date
}

const gatherMembers = gatheredBy(async (db, memberIds: bigint[]) => {
  const found = await rows(
    db,
    sql<Member>`/* prepared */
    select member_id, name, realname, mobile, email, birthday, avatar, vip, isagent, transferstatus, state,
      invite_code, created_at
    from member where member_id = any(${memberIds}::bigint[])`,
  )
  return new Map(found.map(each => [each.memberId, each]))
})

/** A member; calls that come together ask together. */
export const readMember = async (db: Db, memberId: bigint): Promise<Member> =>
  present(await gatherMembers(db, memberId), 'member of a session')

export const passwordHashes = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{ name: string; password: string; pay: string }>`
    select name, password_hash as password, pay_password_hash as pay from member where member_id = ${memberId}`,
  )

/** When the member last logged in, or proved to be the owner by a contact. */
export const usedSince = async (db: Db, memberId: bigint): Promise<Date> =>
  (
    await theRow(
      db,
      sql<{ at: Date }>`
      select greatest(m.last_login_at, m.created_at, (
        select max(c.at) from account_change c where c.member_id = m.member_id and c.kind = 'password_recovered')) as at
      from member m where m.member_id = ${memberId}`,
    )
  ).at

/** What a log-in needs. */
export type Entering = {
  memberId: bigint
  passwordHash: string
  onceUntil: Date | null
  state: string
  closedAt: Date | null
}

export const memberEntering = (db: Db, memberId: bigint) =>
  row(
    db,
    sql<Entering>`
    select member_id, password_hash, password_once_until as once_until, state, closed_at from member where member_id = ${memberId}`,
  )

const MOST_KNOWN = 10

/** Whether the device is one of the last ten that the member logged in with. */
export const knowsDevice = async (db: Db, memberId: bigint, device: string): Promise<boolean> =>
  (
    await theRow(
      db,
      sql<{ known: boolean }>`
    select ${device} in (
      select device from device_trace where member_id = ${memberId} order by last_at desc limit ${MOST_KNOWN}) as known`,
    )
  ).known

/**
 * A member by name, without regard to case. `known`: the device is one of the last ten that they
 * logged in with, so that nobody collects devices to guess with.
 */
export const memberByName = (db: Db, name: string, device = '') =>
  row(
    db,
    sql<Entering & { known: boolean }>`/* prepared */
    select m.member_id, m.password_hash, m.password_once_until as once_until, m.state, m.closed_at,
      ${device} in (
        select t.device from device_trace t where t.member_id = m.member_id order by t.last_at desc limit ${MOST_KNOWN}) as known
    from member_directory d join member m using (member_id)
    where d.kind = 'name' and d.handle = ${name.toLowerCase()}`,
  )

export type NewMember = {
  name: string
  realname: string
  passwordHash: string
  payPasswordHash: string
  inviteCode: string
  referrer: string
  birthday?: string | null
  now: Date
}

/**
 * Creates a member; undefined when the name is taken. The directory is written first: of two at
 * once its key lets one pass, and the other leaves nothing behind. `also` runs in the same
 * transaction.
 */
export const createMember = (
  db: Db,
  m: NewMember,
  also: (tx: Tx, memberId: bigint) => Promise<void> = async () => {},
): Promise<bigint | undefined> =>
  transaction(db, async tx => {
    const { memberId } = await theRow(
      tx,
      sql<{
        memberId: bigint
      }>`select nextval(pg_get_serial_sequence('member', 'member_id')) as member_id`,
    )
    const listed = await run(
      tx,
      sql`
      insert into member_directory (kind, handle, member_id) values ('name', ${m.name.toLowerCase()}, ${memberId}) on conflict do nothing`,
    )
    if (listed === 0) return undefined
    await run(
      tx,
      sql`insert into member_directory (kind, handle, member_id) values ('invite', ${m.inviteCode}, ${memberId})`,
    )
    await run(
      tx,
      sql`
      insert into member (member_id, name, realname, password_hash, pay_password_hash, invite_code, referrer_id, birthday, created_at)
      overriding system value
      values (${memberId}, ${m.name}, ${m.realname}, ${m.passwordHash}, ${m.payPasswordHash}, ${m.inviteCode}, ${await referrerId(tx, m.referrer)}, ${m.birthday ?? null}, ${m.now})`,
    )
    await also(tx, memberId)
    return memberId
  })

/**
 * A `pid` is a member's numeric id or invite code (docs/decisions/0021-invitations-and-agents.md);
 * a foreign one binds nobody and stops nobody.
 */
const referrerId = async (db: Db, pid: string): Promise<bigint | null> => {
  if (pid === '') return null
  const byId = /^\d{1,15}$/.test(pid)
    ? await row(
        db,
        sql<{
          memberId: bigint
        }>`select member_id from member where member_id = ${BigInt(pid)}`,
      )
    : undefined
  const found =
    byId ??
    (await row(
      db,
      sql<{
        memberId: bigint
      }>`select member_id from member_directory where kind = 'invite' and handle = ${pid.toUpperCase()}`,
    ))
  return found?.memberId ?? null
}

/**
 * Notes a log-in: when and where the last one was, and for risk every place and every device with
 * how often. Answers whether it came from a device and a place that the member never used, and is
 * not the first.
 */
export const markLogin = async (
  db: Db,
  memberId: bigint,
  now: Date,
  from: { address: string; agent: string; device: string },
): Promise<boolean> =>
  (
    await theRow(
      db,
      sql<{ strange: boolean }>`/* prepared */
    with place as (
      insert into login_trace as t (member_id, address, agent, first_at, last_at) values (${memberId}, ${from.address}, ${from.agent.slice(0, 200)}, ${now}, ${now})
      on conflict (member_id, address, agent) do update set last_at = excluded.last_at, times = t.times + 1),
    device as (
      insert into device_trace as t (member_id, device, address, agent, first_at, last_at) values (${memberId}, ${from.device}, ${from.address}, ${from.agent.slice(0, 200)}, ${now}, ${now})
      on conflict (member_id, device) do update set address = excluded.address, agent = excluded.agent, last_at = excluded.last_at, times = t.times + 1)
    update member set last_login_at = ${now}, last_login_address = ${from.address}, last_login_agent = ${from.agent.slice(0, 200)},
      previous_login_at = last_login_at, previous_login_address = last_login_address, previous_login_agent = last_login_agent
    where member_id = ${memberId}
    returning exists (select from device_trace where member_id = ${memberId})
      and not exists (select from device_trace where member_id = ${memberId} and device = ${from.device})
      and not exists (select from login_trace where member_id = ${memberId} and address = ${from.address} and agent = ${from.agent.slice(0, 200)}) as strange`,
    )
  ).strange

export const previousLogin = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{ at: Date | null; address: string; agent: string }>`
    select previous_login_at as at, previous_login_address as address, previous_login_agent as agent
    from member where member_id = ${memberId}`,
  )

/**
 * Replaces the password and ends every session and ticket, in the caller's transaction; answers the
 * ended sessions' hashes. With `from` only while that is still the password: undefined when another
 * change was first. With `onceUntil` it opens the account until then, and only to be changed.
 */
export const replacePassword = async (
  tx: Tx,
  memberId: bigint,
  { to, from, onceUntil = null }: { to: string; from?: string; onceUntil?: Date | null },
): Promise<string[] | undefined> => {
  const unchanged = from === undefined ? sql`true` : sql`password_hash = ${from}`
  const replaced = await run(
    tx,
    sql`update member set password_hash = ${to}, password_once_until = ${onceUntil} where member_id = ${memberId} and ${unchanged}`,
  )
  return replaced === 1 ? endAccess(tx, memberId) : undefined
}

/** `once`: it has to be changed before it pays for anything. */
export const changePayPassword = (
  db: Db,
  memberId: bigint,
  { hash, once }: { hash: string; once: boolean },
) =>
  run(
    db,
    sql`update member set pay_password_hash = ${hash}, pay_password_once = ${once}, pay_failures = 0, pay_locked_until = null where member_id = ${memberId}`,
  )

/** Auto-transfer on or off, and the most of one entry: null for no bound, absent as it was. */
export const changeTransferStatus = (
  db: Db,
  memberId: bigint,
  { on, capFen }: { on: boolean; capFen: bigint | null | undefined },
) =>
  theRow(
    db,
    sql<{ capFen: bigint | null }>`
    update member set transferstatus = ${on},
      transfer_cap_fen = case when ${capFen !== undefined} then ${capFen ?? null}::bigint else transfer_cap_fen end
    where member_id = ${memberId} returning transfer_cap_fen as cap_fen`,
  )

/** Answers whether a phone or an address that was there became another one. */
export async function changeProfile(
  db: Db,
  keys: SealingKeys,
  p: { memberId: bigint; mobile: string; email: string; birthday: string },
): Promise<boolean> {
  const { memberId } = p
  const mobile = storedContact(keys, memberId, { channel: 'sms', contact: p.mobile })
  const email = storedContact(keys, memberId, { channel: 'mail', contact: p.email })
  const old = openContacts(
    keys,
    await theRow(
      db,
      sql<{ memberId: bigint; mobile: Buffer; email: Buffer }>`
      update member set mobile = ${mobile.sealed}, mobile_digest = ${mobile.digest}, mobile_tail = ${mobile.tail},
        email = ${email.sealed}, email_digest = ${email.digest}, birthday = ${p.birthday}
      where member_id = ${memberId} returning member_id, old.mobile as mobile, old.email as email`,
    ),
  )
  return !['', p.mobile].includes(old.mobile) || !['', p.email].includes(old.email)
}

export const setAgent = (db: Db, memberId: bigint, isagent: boolean) =>
  run(db, sql`update member set isagent = ${isagent} where member_id = ${memberId}`)
