// Erases a closed member: what the law keeps is sealed and locked away, everything else that names
// the member goes; the ledger and the bets stay by the member's id.
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { openNumber, sealNumber } from '../../kernel/cardNumber.ts'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { eraseLines } from '../bankLines/bankLines.ts'
import { eraseDisputeFiles, eraseReceipts } from '../cashier/cashier.ts'
import { contactKeys, openContact } from '../../kernel/sealedContact.ts'
import { eraseTickets } from '../tickets/tickets.ts'
import { blotRequests } from '../protection/protection.ts'
import { blotReleases } from '../vip/vip.ts'
import { dataRightsSetting } from './setting.ts'
import {
  closedAtOf,
  eraseMember,
  insertLegalRecord,
  legalFacts,
  sealedContacts,
  sealedNumbers,
  type SealedNumber,
} from './store/erase.sql.ts'

type Deps = Pick<Services, 'settings'>

/** A number that no key opens any more names nobody. */
function numberOf({ settings }: Deps, memberId: bigint, { sealed }: SealedNumber): string {
  try {
    return openNumber(settings.cardKey, memberId, sealed)
  } catch {
    return ''
  }
}

/** What a saved search or a file's filters would contain: as typed, and as in an address. */
const searchesOf = (values: string[]) =>
  [...new Set(values.flatMap(value => [value, encodeURIComponent(value)]))].filter(
    value => value.length > 1,
  )

/** Every contact of the member in clear; one that no key opens any more names nobody. */
async function contactsOf(
  { settings }: Deps,
  tx: Tx,
  { memberId, mobile, email }: { memberId: bigint; mobile: Buffer; email: Buffer },
) {
  const opened = (stored: Buffer) => {
    try {
      return openContact(contactKeys(settings), memberId, stored)
    } catch {
      return ''
    }
  }
  const others = await sealedContacts(tx, memberId)
  const of = (wanted: boolean) =>
    others.filter(({ proved }) => proved === wanted).map(({ contact }) => opened(contact))
  return { mobile: opened(mobile), email: opened(email), proved: of(true), about: of(false) }
}

/**
 * In the caller's transaction. Answers how many rows of the audit log were blotted. The record that
 * stays is sealed by the card key; only the database's owner can read its table.
 */
export async function erase(deps: Deps, tx: Tx, memberId: bigint): Promise<number> {
  const member = existing(await closedAtOf(tx, memberId), 'member.not_found')
  if (!member.closedAt) throw new Refusal(say('data_request.not_closed'))
  const { cardKey } = deps.settings
  const { mobile, email, proved, about } = await contactsOf(deps, tx, member)
  const facts = { ...(await legalFacts(tx, memberId)), mobile, email }
  const accounts = (await sealedNumbers(tx, memberId)).map(({ sealed, bank, bankOwner }) => ({
    bank,
    owner: bankOwner,
    number: numberOf(deps, memberId, { sealed, bank, bankOwner }),
  }))
  const { recordYears: years } = await dataRightsSetting(tx)
  const sealed = sealNumber(cardKey, memberId, JSON.stringify({ ...facts, accounts }))
  await insertLegalRecord(tx, { memberId, sealed, years })
  const numbers = accounts.map(({ number }) => number).filter(number => number !== '')
  const { realname, name } = member
  await eraseReceipts(tx, memberId)
  await eraseDisputeFiles(tx, memberId)
  await eraseLines(tx, memberId)
  await blotRequests(tx, memberId)
  await eraseTickets(tx, memberId, member.closedAt)
  await blotReleases(tx, memberId)
  return eraseMember(tx, {
    memberId,
    numbers: [...numbers, mobile, email, ...proved],
    about,
    searches: searchesOf([realname, name, email, mobile, ...numbers]),
    blank: sealNumber(cardKey, memberId, ''),
  })
}
