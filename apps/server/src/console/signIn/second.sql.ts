import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

const bytes = (hash: string) => sql`decode(${hash}, 'hex')`

export type TotpRow = { secretSealed: Buffer; confirmedAt: Date | null; lastStep: bigint }

export const totpOf = (db: Db, operatorId: bigint) =>
  row(
    db,
    sql<TotpRow>`
    select secret_sealed, confirmed_at, last_step from operator_totp where operator_id = ${operatorId}`,
  )

/** Begins anew; one that counts already is not replaced. */
export const beginTotp = (db: Db, t: { operatorId: bigint; secretSealed: Buffer; now: Date }) =>
  run(
    db,
    sql`
    insert into operator_totp (operator_id, secret_sealed, begun_at) values (${t.operatorId}, ${t.secretSealed}, ${t.now})
    on conflict (operator_id) do update set secret_sealed = excluded.secret_sealed, begun_at = excluded.begun_at, last_step = 0
    where operator_totp.confirmed_at is null`,
  )

/** Takes the code of a step: once, and never one of an earlier step again. */
export const takeStep = async (db: Db, operatorId: bigint, step: bigint): Promise<boolean> =>
  (await run(
    db,
    sql`update operator_totp set last_step = ${step} where operator_id = ${operatorId} and last_step < ${step}`,
  )) === 1

export const confirmTotp = (db: Db, operatorId: bigint, now: Date) =>
  run(
    db,
    sql`update operator_totp set confirmed_at = ${now} where operator_id = ${operatorId} and confirmed_at is null`,
  )

export const dropTotp = (db: Db, operatorId: bigint) =>
  run(db, sql`delete from operator_totp where operator_id = ${operatorId}`)

/** Replaces all recovery codes. */
export async function writeRecovery(db: Db, operatorId: bigint, hashes: string[]): Promise<void> {
  await dropRecovery(db, operatorId)
  await run(
    db,
    sql`insert into operator_recovery (operator_id, code_hash) select ${operatorId}, decode(h, 'hex') from unnest(${hashes}::text[]) h`,
  )
}

export const dropRecovery = (db: Db, operatorId: bigint) =>
  run(db, sql`delete from operator_recovery where operator_id = ${operatorId}`)

export const takeRecovery = async (
  db: Db,
  operatorId: bigint,
  hash: string,
  now: Date,
): Promise<boolean> =>
  (await run(
    db,
    sql`
    update operator_recovery set used_at = ${now} where operator_id = ${operatorId} and code_hash = ${bytes(hash)} and used_at is null`,
  )) === 1

export type Passkey = {
  credentialId: string
  operatorId: bigint
  publicKey: Buffer
  counter: bigint
  transports: string[]
  label: string
  createdAt: Date
  lastUsedAt: Date | null
}
const passkey = sql`
  credential_id, operator_id, public_key, counter, transports, label, created_at, last_used_at`

export const passkeysOf = (db: Db, operatorId: bigint) =>
  rows(
    db,
    sql<Passkey>`select ${passkey} from operator_passkey where operator_id = ${operatorId} order by created_at limit 20`,
  )

export const passkeyById = (db: Db, credentialId: string) =>
  row(
    db,
    sql<Passkey>`select ${passkey} from operator_passkey where credential_id = ${credentialId}`,
  )

export const insertPasskey = async (db: Db, p: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> =>
  (await run(
    db,
    sql`
    insert into operator_passkey (credential_id, operator_id, public_key, counter, transports, label, created_at)
    values (${p.credentialId}, ${p.operatorId}, ${p.publicKey}, ${p.counter}, ${p.transports}, ${p.label}, ${p.createdAt})
    on conflict do nothing`,
  )) === 1

export const markPasskeyUsed = (db: Db, credentialId: string, counter: bigint, now: Date) =>
  run(
    db,
    sql`update operator_passkey set counter = ${counter}, last_used_at = ${now} where credential_id = ${credentialId}`,
  )

export const dropPasskey = (db: Db, operatorId: bigint, credentialId: string) =>
  run(
    db,
    sql`delete from operator_passkey where operator_id = ${operatorId} and (${credentialId} = '' or credential_id = ${credentialId})`,
  )

/** What an operator has beside the password. */
export const factorsOf = (db: Db, operatorId: bigint) =>
  theRow(
    db,
    sql<{ totp: boolean; passkeys: number; recovery: number }>`
    select exists (select 1 from operator_totp where operator_id = ${operatorId} and confirmed_at is not null) as totp,
      (select count(*)::int from operator_passkey where operator_id = ${operatorId}) as passkeys,
      (select count(*)::int from operator_recovery where operator_id = ${operatorId} and used_at is null) as recovery`,
  )

export type Challenge = { operatorId: bigint | null; challenge: string }
export type ChallengeKind = 'second' | 'passkey' | 'register'

const sweepChallenges = (db: Db, now: Date) =>
  run(db, sql`delete from operator_challenge where expires_at <= ${now}`)

/** Opens one; those that have run out are swept on the way. */
export async function openChallenge(
  db: Db,
  c: Challenge & { ticketHash: string; kind: ChallengeKind; now: Date; expiresAt: Date },
): Promise<void> {
  await sweepChallenges(db, c.now)
  await run(
    db,
    sql`
    insert into operator_challenge (ticket_hash, operator_id, kind, challenge, expires_at)
    values (${bytes(c.ticketHash)}, ${c.operatorId}, ${c.kind}, ${c.challenge}, ${c.expiresAt})`,
  )
}

/**
 * Opens the second step of a log-in while the password is still the verified one; false when it was
 * replaced, or the operator locked, meanwhile.
 */
export const openSecondStep = async (
  db: Db,
  c: {
    operatorId: bigint
    passwordHash: string
    ticketHash: string
    now: Date
    expiresAt: Date
  },
): Promise<boolean> => {
  await sweepChallenges(db, c.now)
  const opened = await run(
    db,
    sql`
    insert into operator_challenge (ticket_hash, operator_id, kind, challenge, expires_at)
    select ${bytes(c.ticketHash)}, operator_id, 'second', '', ${c.expiresAt}
    from operator where operator_id = ${c.operatorId} and password_hash = ${c.passwordHash} and state = 'active' for share`,
  )
  return opened === 1
}

/** Counts one attempt on it; undefined when it is unknown, over, or tried too often. */
export const tryChallenge = (
  db: Db,
  c: { ticketHash: string; kind: ChallengeKind; now: Date; most: number },
) =>
  row(
    db,
    sql<Challenge>`
    update operator_challenge set attempts = attempts + 1
    where ticket_hash = ${bytes(c.ticketHash)} and kind = ${c.kind} and expires_at > ${c.now} and attempts < ${c.most}
    returning operator_id, challenge`,
  )

/** Ends it; undefined when somebody else did before. */
export const takeChallenge = (db: Db, c: { ticketHash: string; kind: ChallengeKind; now: Date }) =>
  row(
    db,
    sql<Challenge>`
    delete from operator_challenge where ticket_hash = ${bytes(c.ticketHash)} and kind = ${c.kind} and expires_at > ${c.now}
    returning operator_id, challenge`,
  )
