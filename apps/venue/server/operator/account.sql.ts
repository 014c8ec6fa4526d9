import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'

export type OperatorRow = {
  name: string
  passwordHash: string
  totpSealed: Buffer | null
  active: boolean
}

/** Adds an operator; false when the name is taken. */
export const insertOperator = async (
  db: Db,
  o: Omit<OperatorRow, 'active'> & { demo: boolean },
): Promise<boolean> =>
  (await run(
    db,
    sql`insert into operator (name, password_hash, totp_sealed, demo)
    values (${o.name}, ${o.passwordHash}, ${o.totpSealed}, ${o.demo}) on conflict do nothing`,
  )) === 1

export const operatorNamed = (db: Db, name: string) =>
  row(
    db,
    sql<OperatorRow>`select name, password_hash, totp_sealed, active from operator where name = ${name}`,
  )

/** Replaces password and authenticator; 0 when nobody has that name. */
export const replaceSecrets = (tx: Tx, o: Omit<OperatorRow, 'active'>) =>
  run(
    tx,
    sql`update operator set password_hash = ${o.passwordHash}, totp_sealed = ${o.totpSealed}, demo = false
    where name = ${o.name}`,
  )

export const setActive = (tx: Tx, name: string, active: boolean) =>
  run(tx, sql`update operator set active = ${active} where name = ${name}`)

/** Demo operators who may sign in; their passwords are published. */
export const demoOperators = (db: Db) =>
  rows(db, sql<{ name: string }>`select name from operator where demo and active order by name`)

/** Takes the code of a step; false when it, or a later one, was taken before. */
export const takeStep = async (db: Db, name: string, step: bigint): Promise<boolean> =>
  (await run(
    db,
    sql`update operator set totp_step = ${step} where name = ${name} and totp_step < ${step}`,
  )) === 1

/**
 * Opens a session while the password is still the verified one; false when it was replaced, or the
 * operator disabled, meanwhile.
 */
export const openSession = async (
  tx: Tx,
  s: { tokenHash: Buffer; name: string; passwordHash: string; address: string },
): Promise<boolean> =>
  (await run(
    tx,
    sql`insert into operator_session (token_hash, name, address)
    select ${s.tokenHash}, name, ${s.address} from operator
    where name = ${s.name} and password_hash = ${s.passwordHash} and active for share`,
  )) === 1

/** The name behind a live session, which is seen now. The database's clock decides. */
export const seenSession = (db: Db, tokenHash: Buffer) =>
  row(
    db,
    sql<{ name: string }>`update operator_session s set last_seen_at = now() from operator o
    where s.token_hash = ${tokenHash} and o.name = s.name and o.active
      and s.created_at > now() - interval '8 hours' and s.last_seen_at > now() - interval '30 minutes'
    returning s.name`,
  )

export const endSession = (tx: Tx, tokenHash: Buffer) =>
  row(
    tx,
    sql<{
      name: string
    }>`delete from operator_session where token_hash = ${tokenHash} returning name`,
  )

export const endSessionsOf = (tx: Tx, name: string) =>
  run(tx, sql`delete from operator_session where name = ${name}`)

export const endStaleSessions = (db: Db) =>
  run(
    db,
    sql`delete from operator_session
    where created_at <= now() - interval '8 hours' or last_seen_at <= now() - interval '30 minutes'`,
  )

export type SignIn = { name: string; address: string; event: 'try' | 'in' | 'out' }

export const noteSignIn = (db: Db, s: SignIn & { network: string }) =>
  run(
    db,
    sql`insert into operator_sign_in (name, address, network, event) values (${s.name}, ${s.address}, ${s.network}, ${s.event})`,
  )

/** Whether somebody came in under the name from the network within 30 days. */
export const cameInFrom = async (db: Db, name: string, network: string): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from operator_sign_in
    where name = ${name} and network = ${network} and event = 'in' and at > now() - interval '30 days' limit 1`,
  )) !== undefined

/**
 * Tries under a name within ten minutes: from this network when its operator came in from there
 * within 30 days, and otherwise from all the networks of which that is not true. Strangers
 * therefore cannot use up the tries of the person who has the name.
 */
export const recentTries = async (db: Db, name: string, network: string): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ tries: number }>`
    with known as (select distinct network from operator_sign_in
      where name = ${name} and event = 'in' and at > now() - interval '30 days')
    select count(*)::int as tries from operator_sign_in t
    where t.name = ${name} and t.event = 'try' and t.at > now() - interval '10 minutes'
      and case when ${network} in (select network from known) then t.network = ${network}
        else t.network not in (select network from known) end`,
    )
  ).tries

export type SignInRow = SignIn & { signInId: bigint; at: Date }

export const signInsBefore = (db: Db, before: bigint | null, limit: number) =>
  rows(
    db,
    sql<SignInRow>`select sign_in_id, at, name, address, event from operator_sign_in
    ${before === null ? sql`` : sql`where sign_in_id < ${before}`} order by sign_in_id desc limit ${limit}`,
  )

/** What is a year old, and after a day the tries under names that nobody has. */
export const deleteOldSignIns = (db: Db) =>
  run(
    db,
    sql`delete from operator_sign_in s where s.at < now() - interval '1 year'
      or s.event = 'try' and s.at < now() - interval '1 day' and not exists (select from operator o where o.name = s.name)`,
  )
