import { createHash } from 'node:crypto'
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { beijingDay } from '@tianping/money/day'
import { accountKey } from '../../kernel/cardNumber.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import type { Operator } from '../../kernel/http/services.ts'
import { withKeys, type Stated } from './files/line.ts'
import { readStatementFile } from './files/read.ts'
import { matchesOf } from './match.ts'
import { bankLayouts, layoutDigest, type Layout } from './setting.ts'
import * as store from './store/line.sql.ts'
import { twinsOf } from './store/twin.sql.ts'

export type Upload = { account: string; layout: string; fileName: string; bytes: Buffer }
/** Without an operator where a sandbox fills itself. */
type By = { operator: Operator | null; address: string; now: Date }
export type Imported = { lines: number; fresh: number; outgoing: number; matched: number }

async function chosen(tx: Tx, { account, layout }: Upload): Promise<Layout> {
  const accounts = await store.accountsToChoose(tx)
  if (!accounts.some(each => accountKey(each.bankNo) === accountKey(account)))
    throw new Refusal(say('bank.account_unknown'))
  const found = (await bankLayouts(tx)).find(each => each.code === layout)
  if (!found) throw new Refusal(say('bank.layout_unknown'))
  return found
}

type Sorted = { fresh: store.NewLine[]; keys: ReadonlySet<string> }

/**
 * The lines that are not stored yet, and the keys of all. A known number with another amount is no
 * overlap.
 */
async function sorted(tx: Tx, account: string, { lines }: Stated): Promise<Sorted> {
  const keyed = new Map<string, store.NewLine>()
  const refuse = (reference: string) => {
    throw new Refusal(say('bank.reference_conflict', { reference }))
  }
  for (const { key, payerNo, ...line } of withKeys(lines)) {
    const before = keyed.get(key)
    if (before && before.amountFen !== line.amountFen) refuse(key)
    keyed.set(key, { ...line, reference: key, payerTail: payerNo.slice(-4) })
  }
  const keys = new Set(keyed.keys())
  const known = await store.knownLines(tx, await store.spellingsOf(tx, account), [...keys])
  for (const { reference, amountFen } of known)
    if (keyed.get(reference)?.amountFen !== amountFen) refuse(reference)
  for (const { reference } of known) keyed.delete(reference)
  return { fresh: [...keyed.values()], keys }
}

/**
 * Refuses a file with new lines that look like lines read by another layout, unless the file names
 * those too: under another layout one payment has another key and would count twice.
 */
async function refuseReread(tx: Tx, added: readonly bigint[], keys: Sorted['keys']) {
  const twins = (await twinsOf(tx, added)).filter(each => !keys.has(each.reference))
  const [first] = twins
  if (!first) return
  throw new Refusal(
    say('bank.read_otherwise', {
      count: new Set(twins.map(each => each.lineId)).size,
      day: beijingDay(first.bookedAt),
      amount: formatFen(first.amountFen),
    }),
  )
}

/** Stores what a file says came in, each line once, all of the file or none. */
export const importStatement = (
  { db }: Pick<Services, 'db'>,
  upload: Upload,
  { operator, address, now }: By,
): Promise<Imported> =>
  transaction(db, async tx => {
    const { bytes, fileName } = upload
    const account = accountKey(upload.account)
    const layout = await chosen(tx, upload)
    const stated = readStatementFile(bytes, layout, account)
    await store.lockAccount(tx, account)
    const { fresh, keys } = await sorted(tx, account, stated)
    const counts = {
      lines: stated.lines.length,
      fresh: fresh.length,
      outgoing: stated.outgoing,
    }
    const fileHash = createHash('sha256').update(bytes).digest('hex')
    const kept = {
      account,
      layout: layout.code,
      layoutDigest: layoutDigest(layout),
      fileName,
      fileHash,
      by: operator?.name ?? 'demo',
      now,
    }
    const { importId } = await store.addImport(tx, { ...kept, ...counts })
    const added = (await store.addLines(tx, importId, account, fresh)).map(each => each.lineId)
    await refuseReread(tx, added, keys)
    const matches = await matchesOf(tx, added)
    await audit(
      tx,
      now,
      { operator, address },
      {
        action: 'bank_line.import',
        subject: `bank_import:${importId}`,
        after: { account: account.slice(-4), layout: layout.code, sha256: fileHash, ...counts },
        note: fileName,
      },
    )
    return { ...counts, matched: added.filter(id => matches(id).match === 'one').length }
  })
