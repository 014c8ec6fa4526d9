import { transaction, type Db } from '@tianping/database'
import { openNumber, sealedBy, sealNumber, type SealingKeys } from './cardNumber.ts'

const PAGE = 200

/** A sealed value and whom it was sealed for. */
export type Sealed = { ownerId: bigint; sealed: Buffer }

/** One column of sealed values, as its area reads and writes it. */
export type SealedColumn<Row extends Sealed = Sealed> = {
  name: string
  keys: SealingKeys
  /** How a value of the column is made, where it is not as `sealNumber` makes it. */
  sealing?: {
    seal: (keys: SealingKeys, ownerId: bigint, plain: string) => Buffer
    open: (keys: SealingKeys, ownerId: bigint, sealed: Buffer) => string
  }
  /** How many values do not begin with this key's id. */
  countOthers: (db: Db, keyId: Buffer) => Promise<number>
  /** Such values after a row, in the order of the table's key. */
  others: (db: Db, keyId: Buffer, after: Row | null, size: number) => Promise<Row[]>
  /** Writes the value sealed anew, unless the row has changed since it was read. */
  replace: (db: Db, row: Row, fresh: Buffer, plain: string) => Promise<void>
}

/** A column that was plain before: the first of the values that nobody has sealed yet. */
export type OncePlainColumn<Row extends Sealed = Sealed> = SealedColumn<Row> & {
  unsealed: (db: Db, size: number) => Promise<Row[]>
}

/** What a rotation did to a column; what no key opens stays as it is. */
export type Resealed = { name: string; found: number; unreadable: number; left: number }

/**
 * Seals every value of a column by the current key, each in a transaction of its own, so that the
 * site runs meanwhile and a stopped run loses nothing. After each page `said` hears how many values
 * are left.
 */
export async function reseal<Row extends Sealed>(
  db: Db,
  column: SealedColumn<Row>,
  said: (name: string, left: number) => void,
): Promise<Resealed> {
  const { name, keys } = column
  const keyId = sealedBy(keys)
  const found = await column.countOthers(db, keyId)
  let [seen, unreadable] = [0, 0]
  let after: Row | null = null
  for (;;) {
    const page: Row[] = await column.others(db, keyId, after, PAGE)
    after = page.at(-1) ?? null
    if (after === null) break
    for (const row of page) if (!(await resealRow(db, column, row))) unreadable += 1
    seen += page.length
    said(name, Math.max(0, found - seen))
  }
  return { name, found, unreadable, left: await column.countOthers(db, keyId) }
}

async function resealRow<Row extends Sealed>(
  db: Db,
  column: SealedColumn<Row>,
  row: Row,
): Promise<boolean> {
  const { keys, replace, sealing = asNumber } = column
  const plain = opened(column, row)
  if (plain === null) return false
  await replace(db, row, sealing.seal(keys, row.ownerId, plain), plain)
  return true
}

/**
 * Seals a page of what an earlier release has written plain; answers how many values. Instances
 * that take the same page do no harm: a value is replaced only as it was read.
 */
export async function sealPlain<Row extends Sealed>(
  db: Db,
  column: OncePlainColumn<Row>,
): Promise<number> {
  const page = await column.unsealed(db, PAGE)
  await transaction(db, async tx => {
    for (const row of page) await resealRow(tx, column, row)
  })
  return page.length
}

const asNumber = { seal: sealNumber, open: openNumber }

function opened<Row extends Sealed>(
  { keys, sealing = asNumber }: SealedColumn<Row>,
  { ownerId, sealed }: Row,
): string | null {
  try {
    return sealing.open(keys, ownerId, sealed)
  } catch {
    return null
  }
}
