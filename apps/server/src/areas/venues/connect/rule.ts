// A connection as a rule: one operator proposes its next version, another approves it.
import { changedPart, placeOf } from '@tianping/contract/place'
import { say } from '@tianping/contract/refusals'
import { accountOf } from '@tianping/contract/venues/facts'
import type { Db, Tx } from '@tianping/database'
import type { Settings } from '../../../kernel/environment.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { newestProposal } from '../../../kernel/operator/proposal.sql.ts'
import type { By, Kept } from '../../../kernel/operator/settingForm.ts'
import { outerUrlProblem } from '../../../kernel/outerUrl.ts'
import { settingVersion, writeSetting } from '../../../kernel/setting.ts'
import { dropKeys, keyBelongs } from '../store/key.sql.ts'
import { closeVenue, hasPassed, isUsed, linkRows } from '../store/link.sql.ts'
import { isOfAnotherSite } from './places.ts'
import {
  configHash,
  connectionKey,
  connectionSchema,
  isVenueName,
  type ConnectionValue,
} from './setting.ts'

type Reach = Pick<Settings, 'mode' | 'venueHosts' | 'databaseUrl'>

/** Refuses what no connection can be, in the order of the form. */
export function refuseConnection(reach: Reach, value: ConnectionValue) {
  if (value.adapter === 'sandbox') {
    if (reach.mode !== 'sandbox')
      throw new Refusal(say('venue.adapter_sandbox'), { field: 'adapter' })
    return
  }
  const field = 'endpoint'
  const problem = outerUrlProblem({ mode: reach.mode, hosts: reach.venueHosts }, value.endpoint)
  if (problem === 'inner') throw new Refusal(say('venue.endpoint_inner'), { field })
  if (problem === 'format')
    throw new Refusal(
      say('venue.endpoint_format', { scheme: reach.mode === 'sandbox' ? 'http(s)' : 'https' }),
      { field },
    )
  if (value.merchant === '') throw new Refusal(say('venue.merchant_missing'), { field: 'merchant' })
}

/** Two codes with one account would each book the other's play. */
async function refuseTaken(tx: Tx, reach: Reach, code: string, value: ConnectionValue) {
  if (value.adapter === 'sandbox') return
  const field = 'endpoint'
  if (isOfAnotherSite(reach.databaseUrl, value))
    throw new Refusal(say('venue.endpoint_of_brand'), { field })
  const place = placeOf(value)
  const other = (await linkRows(tx)).find(
    each => each.platname !== code && placeOf(connectionSchema.parse(each.value)) === place,
  )
  if (other) throw new Refusal(say('venue.endpoint_taken', { venue: other.platname }), { field })
}

type Next = { code: string; value: ConnectionValue; by: By }

/**
 * Wallets, versions, bets, grants and pools are those of one account
 * (docs/decisions/0250-a-code-keeps-its-account.md). An open venue is left alone too: somebody may
 * be on the way in.
 */
async function refuseOtherAccount(tx: Tx, code: string, next: ConnectionValue) {
  const kept = (await linkRows(tx)).find(each => each.platname === code)
  if (!kept) return
  const present = connectionSchema.parse(kept.value)
  if (accountOf(present) === accountOf(next)) return
  if (!(await isUsed(tx, code))) return
  throw new Refusal(say('venue.account_used'), { field: changedPart(present, next) })
}

/** Refuses what cannot follow the present connection; an approval asks again. */
export async function refuseNext(tx: Tx, reach: Reach, { code, value }: Omit<Next, 'by'>) {
  await refuseTaken(tx, reach, code, value)
  await refuseOtherAccount(tx, code, value)
}

async function write(tx: Tx, reach: Reach, { code, value, by }: Next) {
  await refuseNext(tx, reach, { code, value })
  for (const each of [value.key, value.previousKey])
    if (each !== 0 && !(await keyBelongs(tx, code, BigInt(each))))
      throw new Refusal(say('venue.key_unknown'))
  await writeSetting(tx, connectionKey(code), connectionSchema, value, by)
  // A key that counts no longer is forgotten, and one that was never approved.
  await dropKeys(tx, code, [BigInt(value.key), BigInt(value.previousKey)])
  const isTested = value.adapter === 'sandbox' || (await hasPassed(tx, code, configHash(value)))
  if (!isTested) await closeVenue(tx, code)
}

type Rule = Kept & { group: 'money' }

export const connectionRuleOf = (reach: Reach, code: string): Rule => ({
  key: connectionKey(code),
  label: `场馆接入：${code}`,
  group: 'money',
  schema: connectionSchema,
  write: async (tx, value, by) => {
    const next = connectionSchema.parse(value)
    refuseConnection(reach, next)
    await write(tx, reach, { code, value: next, by })
  },
})

/** `venue:CODE`, once it was proposed in its own room; undefined for any other key. */
export async function connectionRule(reach: Reach, db: Db, key: string): Promise<Rule | undefined> {
  const code = /^venue:(.+)$/.exec(key)?.[1] ?? ''
  if (!isVenueName(code)) return undefined
  const [version, proposal] = await Promise.all([settingVersion(db, key), newestProposal(db, key)])
  return version === 0 && !proposal ? undefined : connectionRuleOf(reach, code)
}
