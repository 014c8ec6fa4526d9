// How far members' money is protected: stated, read before the first game and again when it
// changes, and every half year where it is not protected.
import {
  FUNDS_REMINDER_MONTHS,
  fundsLevels,
  type FundsLevel,
} from '@tianping/contract/protection/facts'
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { monthsLater } from '@tianping/money/day'
import { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import { readVersioned } from '../../kernel/setting.ts'
import { inForce } from '../profiles/profiles.ts'
import { worthOf } from '../../ledger/ledger.ts'
import { lastFundsNotice, writeFundsNotice, type FundsNotice } from './store/funds.sql.ts'

export const FUNDS_SETTING = 'funds'

const levels = Object.keys(fundsLevels) as [FundsLevel, ...FundsLevel[]]

/** The statement, key `funds` of the settings; each version is read by every member anew. */
export const fundsSchema = z.object({
  /** Members read it before their first game; an enabled profile may ask for it as well. */
  fundsNotice: z.boolean().default(false),
  level: z.enum(levels).default('unprotected'),
  text: z
    .string()
    .min(10)
    .max(1_000)
    .default(
      '您的资金与平台自有资金分开存放，但没有保险或担保。若平台破产，您的资金可能无法全部退还。',
    ),
})

export type FundsDue = {
  version: number
  level: FundsLevel
  text: string
  why: 'first' | 'changed' | 'reminder'
  needed: boolean
}

function whyOf(
  last: FundsNotice | undefined,
  { version, level }: { version: number; level: FundsLevel },
  now: Date,
): FundsDue['why'] | null {
  if (!last) return 'first'
  if (last.version !== version) return 'changed'
  const again = monthsLater(last.at, FUNDS_REMINDER_MONTHS)
  return level === 'unprotected' && again <= now ? 'reminder' : null
}

/** The statement that a member is to read now; a reminder keeps nobody from playing. */
export async function fundsDue(db: Db, memberId: bigint, now: Date): Promise<FundsDue | undefined> {
  const { version, value } = await readVersioned(db, FUNDS_SETTING, fundsSchema)
  if (!value.fundsNotice && !(await inForce(db)).demands.fundsNotice) return undefined
  const { level, text } = value
  const why = whyOf(await lastFundsNotice(db, memberId), { version, level }, now)
  return why === null ? undefined : { version, level, text, why, needed: why !== 'reminder' }
}

/** Refuses play to who has not read the statement that counts now. */
export async function refuseFundsUnread(db: Db, memberId: bigint, now: Date): Promise<void> {
  if ((await fundsDue(db, memberId, now))?.needed)
    throw new Refusal(say('protection.funds_unread'), { rule: 'funds' })
}

/** What the platform holds of a member's money, at the venues too. */
export async function fundsHeld(db: Db, memberId: bigint): Promise<bigint> {
  const found = (await worthOf(db, [memberId])).get(memberId)
  return (found?.cashFen ?? 0n) + (found?.venuesFen ?? 0n)
}

/** The member has read a version; refuses another than the one that counts now. */
export async function readFunds(
  tx: Db,
  { memberId, version, now }: { memberId: bigint; version: number; now: Date },
): Promise<void> {
  const current = await readVersioned(tx, FUNDS_SETTING, fundsSchema)
  if (current.version !== version) throw new Refusal(say('protection.funds_changed'))
  const heldFen = await fundsHeld(tx, memberId)
  await writeFundsNotice(tx, { memberId, version, at: now, heldFen })
}
