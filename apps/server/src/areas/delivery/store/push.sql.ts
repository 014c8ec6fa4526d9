import { row, rows, run, sql, theRow, transaction, type Db, type Tx } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'
import { browserDigests, type Subscription } from '../push/subscription.ts'

type NewBrowser = {
  memberId: bigint
  tokenHash: string
  sealed: Buffer
  /** The current key's first. */
  digests: [Buffer, ...Buffer[]]
  service: string
  browser: string
  siteKey: string
  at: Date
}

/**
 * Keeps the browser of a session in the place of its earlier one, of whoever used it before, and of
 * the member's oldest beyond `most`. Answers whether it is new to the member; null when the session
 * has ended.
 */
export async function insertBrowser(
  tx: Tx,
  b: NewBrowser,
  most: number,
): Promise<{ isNew: boolean } | null> {
  const held = await row(
    tx,
    sql`select 1 from session where token_hash = decode(${b.tokenHash}, 'hex') for no key update`,
  )
  if (!held) return null
  const known: Buffer[] = b.digests
  const before = await row(
    tx,
    sql`
    select 1 from push_subscription where member_id = ${b.memberId}
      and (endpoint_digest = any(${known}::bytea[]) or token_hash = decode(${b.tokenHash}, 'hex'))`,
  )
  await run(
    tx,
    sql`
    delete from push_subscription where endpoint_digest = any(${known}::bytea[]) or token_hash = decode(${b.tokenHash}, 'hex')
      or subscription_id in (
        select subscription_id from push_subscription where member_id = ${b.memberId}
        order by subscription_id desc offset ${most - 1})`,
  )
  await run(
    tx,
    sql`
    insert into push_subscription (member_id, token_hash, sealed, endpoint_digest, service, browser, site_key, created_at)
    values (${b.memberId}, decode(${b.tokenHash}, 'hex'), ${b.sealed}, ${b.digests[0]}, ${b.service}, ${b.browser}, ${b.siteKey}, ${b.at})`,
  )
  return { isNew: !before }
}

export type Browser = {
  subscriptionId: bigint
  memberId: bigint
  service: string
  browser: string
  createdAt: Date
}

/** The browsers of members that were subscribed with the site's present key, the oldest first. */
export const browsersOf = (db: Db, memberIds: bigint[], siteKey: string) =>
  rows(
    db,
    sql<Browser & { tokenHash: string }>`
    select subscription_id, member_id, service, browser, created_at, encode(token_hash, 'hex') as token_hash from push_subscription
    where member_id = any(${memberIds}::bigint[]) and site_key = ${siteKey} order by subscription_id`,
  )

/** Where a browser's messages go, sealed; undefined once it takes none any more. */
export const sealedBrowser = (db: Db, subscriptionId: bigint) =>
  row(
    db,
    sql<{ memberId: bigint; sealed: Buffer; siteKey: string }>`
    select member_id, sealed, site_key from push_subscription where subscription_id = ${subscriptionId}`,
  )

export const dropBrowser = (db: Db, subscriptionId: bigint) =>
  run(db, sql`delete from push_subscription where subscription_id = ${subscriptionId}`)

/** Ends the notices to a browser of a member. */
export const dropBrowserOf = (db: Db, memberId: bigint, subscriptionId: bigint) =>
  run(
    db,
    sql`delete from push_subscription where member_id = ${memberId} and subscription_id = ${subscriptionId}`,
  )

/** Ends the notices to the browser of a session. */
export const dropBrowserHere = (db: Db, tokenHash: string) =>
  run(db, sql`delete from push_subscription where token_hash = decode(${tokenHash}, 'hex')`)

type Row = Sealed & { subscriptionId: bigint }

/** Where messages to browsers go; their digests go by the same key and change with them. */
export const sealedBrowsers = (keys: SealingKeys): SealedColumn<Row> => ({
  name: 'browsers',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from push_subscription where substr(sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, subscription_id, sealed from push_subscription
      where substr(sealed, 1, 8) <> ${keyId} and subscription_id > ${after?.subscriptionId ?? 0n}
      order by subscription_id limit ${size}`,
    ),
  replace: (db, { subscriptionId, sealed }, fresh, plain) =>
    transaction(db, async tx => {
      const [digest] = browserDigests(keys, (JSON.parse(plain) as Subscription).endpoint)
      await run(
        tx,
        sql`update push_subscription set sealed = ${fresh}, endpoint_digest = ${digest}
        where subscription_id = ${subscriptionId} and sealed = ${sealed}`,
      )
    }),
})
