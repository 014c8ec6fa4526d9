import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

/** Whose second factor it is; operators and members have tables of one form. */
export type Owner = { kind: 'operator' | 'member'; id: bigint }

export const tables = {
  operator: {
    id: sql`operator_id`,
    totp: sql`operator_totp`,
    recovery: sql`operator_recovery`,
    passkey: sql`operator_passkey`,
  },
  member: {
    id: sql`member_id`,
    totp: sql`member_totp`,
    recovery: sql`member_recovery`,
    passkey: sql`member_passkey`,
  },
}

const bytes = (hash: string) => sql`decode(${hash}, 'hex')`

export type TotpRow = { secretSealed: Buffer; confirmedAt: Date | null; lastStep: bigint }

export const totpOf = (db: Db, of: Owner) => {
  const t = tables[of.kind]
  return row(
    db,
    sql<TotpRow>`
    select secret_sealed, confirmed_at, last_step from ${t.totp} where ${t.id} = ${of.id}`,
  )
}

/** Begins anew; false when one counts already, which is not replaced. */
export const insertTotp = async (
  db: Db,
  of: Owner,
  { secretSealed, now }: { secretSealed: Buffer; now: Date },
): Promise<boolean> => {
  const t = tables[of.kind]
  const begun = await run(
    db,
    sql`
    insert into ${t.totp} as known (${t.id}, secret_sealed, begun_at) values (${of.id}, ${secretSealed}, ${now})
    on conflict (${t.id}) do update set secret_sealed = excluded.secret_sealed, begun_at = excluded.begun_at, last_step = 0
    where known.confirmed_at is null`,
  )
  return begun === 1
}

/** Takes the code of a step: once, and never one of an earlier step again. */
export const takeStep = async (db: Db, of: Owner, step: bigint): Promise<boolean> => {
  const t = tables[of.kind]
  const taken = await run(
    db,
    sql`update ${t.totp} set last_step = ${step} where ${t.id} = ${of.id} and last_step < ${step}`,
  )
  return taken === 1
}

export const confirmTotp = (db: Db, of: Owner, now: Date) => {
  const t = tables[of.kind]
  return run(
    db,
    sql`update ${t.totp} set confirmed_at = ${now} where ${t.id} = ${of.id} and confirmed_at is null`,
  )
}

/** Takes away what was begun and not confirmed: another factor came first. */
export const dropBegunTotp = (db: Db, of: Owner) => {
  const t = tables[of.kind]
  return run(db, sql`delete from ${t.totp} where ${t.id} = ${of.id} and confirmed_at is null`)
}

export const dropTotp = (db: Db, of: Owner) => {
  const t = tables[of.kind]
  return run(db, sql`delete from ${t.totp} where ${t.id} = ${of.id}`)
}

/** Replaces all recovery codes. */
export async function writeRecovery(db: Db, of: Owner, hashes: string[]): Promise<void> {
  await dropRecovery(db, of)
  const t = tables[of.kind]
  await run(
    db,
    sql`insert into ${t.recovery} (${t.id}, code_hash) select ${of.id}, decode(h, 'hex') from unnest(${hashes}::text[]) h`,
  )
}

export const dropRecovery = (db: Db, of: Owner) => {
  const t = tables[of.kind]
  return run(db, sql`delete from ${t.recovery} where ${t.id} = ${of.id}`)
}

export const takeRecovery = async (
  db: Db,
  of: Owner,
  hash: string,
  now: Date,
): Promise<boolean> => {
  const t = tables[of.kind]
  const taken = await run(
    db,
    sql`
    update ${t.recovery} set used_at = ${now} where ${t.id} = ${of.id} and code_hash = ${bytes(hash)} and used_at is null`,
  )
  return taken === 1
}

export type Passkey = {
  credentialId: string
  ownerId: bigint
  publicKey: Buffer
  counter: bigint
  transports: string[]
  label: string
  createdAt: Date
  lastUsedAt: Date | null
}
const passkey = sql`
  credential_id, public_key, counter, transports, label, created_at, last_used_at`

export const passkeysOf = (db: Db, of: Owner) => {
  const t = tables[of.kind]
  return rows(
    db,
    sql<Passkey>`
    select ${passkey}, ${t.id} as owner_id from ${t.passkey} where ${t.id} = ${of.id} order by created_at limit 20`,
  )
}

export const passkeyById = (db: Db, kind: Owner['kind'], credentialId: string) => {
  const t = tables[kind]
  return row(
    db,
    sql<Passkey>`
    select ${passkey}, ${t.id} as owner_id from ${t.passkey} where credential_id = ${credentialId}`,
  )
}

export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

export const insertPasskey = async (
  db: Db,
  of: Owner,
  p: NewPasskey & { label: string; createdAt: Date },
): Promise<boolean> => {
  const t = tables[of.kind]
  const inserted = await run(
    db,
    sql`
    insert into ${t.passkey} (credential_id, ${t.id}, public_key, counter, transports, label, created_at)
    values (${p.credentialId}, ${of.id}, ${p.publicKey}, ${p.counter}, ${p.transports}, ${p.label}, ${p.createdAt})
    on conflict do nothing`,
  )
  return inserted === 1
}

export const markPasskeyUsed = (
  db: Db,
  kind: Owner['kind'],
  { credentialId, counter, now }: { credentialId: string; counter: bigint; now: Date },
) => {
  const t = tables[kind]
  return run(
    db,
    sql`update ${t.passkey} set counter = ${counter}, last_used_at = ${now} where credential_id = ${credentialId}`,
  )
}

/** Takes one passkey away, or with an empty id all of them. */
export const dropPasskey = (db: Db, of: Owner, credentialId: string) => {
  const t = tables[of.kind]
  return run(
    db,
    sql`delete from ${t.passkey} where ${t.id} = ${of.id} and (${credentialId} = '' or credential_id = ${credentialId})`,
  )
}

export type Factors = { totp: boolean; passkeys: number; recovery: number }

/** What somebody has beside the password. */
export const factorsOf = (db: Db, of: Owner) => {
  const t = tables[of.kind]
  return theRow(
    db,
    sql<Factors>`
    select exists (select 1 from ${t.totp} where ${t.id} = ${of.id} and confirmed_at is not null) as totp,
      (select count(*)::int from ${t.passkey} where ${t.id} = ${of.id}) as passkeys,
      (select count(*)::int from ${t.recovery} where ${t.id} = ${of.id} and used_at is null) as recovery`,
  )
}

/** Takes everything away that was asked for beside the password. */
export async function dropFactors(db: Db, of: Owner): Promise<void> {
  await dropTotp(db, of)
  await dropPasskey(db, of, '')
  await dropRecovery(db, of)
}
