// Codes: one that everybody may use, or a batch of which each is good for one member. What a code
// pays is a bonus with turnover, once for each person and giveaway.
import { codeTyped, redeemRules } from '@tianping/contract/giveaways/rules'
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { randomInt } from 'node:crypto'
import { explained } from '../../kernel/http/explain.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { attempt, attemptFrom, bucketsFrom, giveBack } from '../../kernel/http/throttle.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { giveGift, refuseTaken, type Given } from './gift.ts'
import { lockFor, refuseBudget } from './guard.ts'
import { codeOf, countUse, insertCodes, type Code } from './store/code.sql.ts'
import { giftOfAction } from './store/gift.sql.ts'
import { termsOf, type Terms } from './terms.ts'

/** Without letters and digits that look alike: 31 of them, 12 places, 59 bits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 12

/** Guesses of a member and of an address; a code that was right is no guess. */
const guesses = {
  member: { attempts: 10, windowMs: 3_600_000 },
  address: { attempts: 100, windowMs: 3_600_000 },
} as const

const newCode = () =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('')

/** Refuses a shared code that was given to another giveaway before. */
export async function refuseShared(tx: Tx, terms: Terms): Promise<void> {
  if (terms.kind !== 'code' || terms.code === '') return
  if (await codeOf(tx, terms.code))
    throw new Refusal(say('giveaway.code_exists'), { field: 'code' })
}

/** The codes of a giveaway come to be when it is approved: who proposed it cannot know a batch. */
export async function drawCodes(tx: Tx, giveawayId: number, terms: Terms): Promise<void> {
  if (terms.kind !== 'code') return
  if (terms.code !== '') {
    const one = { giveawayId, codes: [terms.code], mostUses: terms.uses }
    if ((await insertCodes(tx, one)) !== 1) throw new Refusal(say('giveaway.code_exists'))
    return
  }
  const codes = new Set<string>()
  while (codes.size < terms.uses) codes.add(newCode())
  const made = await insertCodes(tx, { giveawayId, codes: [...codes], mostUses: 1 })
  if (made !== terms.uses) throw new Error('a code was drawn twice')
}

type Asked = { memberId: bigint; typed: string; actionKey: string; address: string }
type Deps = Pick<Services, 'db' | 'clock'>

const unknown = () => explained(say('giveaway.code_unknown'), { rule: 'code_known', version: 0 })

/** Redeems what was typed. Guesses are counted, so a code cannot be found by trying. */
export async function redeem(services: Deps, asked: Asked): Promise<Given> {
  const { db, clock } = services
  const { memberId, actionKey, address } = asked
  const broken = redeemRules({ code: asked.typed })
  if (broken) throw explained(broken, { rule: 'code_missing', version: 0 }, { field: broken.field })
  const code = codeTyped(asked.typed)
  const before = await giftOfAction(db, memberId, actionKey)
  if (before) return before
  const now = clock.now()
  const own = `code:member:${memberId}`
  await attempt(db, own, guesses.member, now)
  await attemptFrom(db, 'code', address, guesses.address, now)
  const known = await codeOf(db, code)
  if (!known) throw unknown()
  await giveBack(db, [own, ...bucketsFrom('code', address)])
  return transaction(db, tx => give(tx, { known, memberId, actionKey, now }))
}

type Giving = { known: Code; memberId: bigint; actionKey: string; now: Date }

async function give(tx: Tx, asked: Giving): Promise<Given> {
  const { known, memberId, actionKey, now } = asked
  const { code, giveawayId } = known
  await lockMember(tx, memberId)
  const before = await giftOfAction(tx, memberId, actionKey)
  if (before) return before
  const giveaway = await lockFor(tx, { id: giveawayId, kind: 'code', memberId, now })
  await refuseTaken(tx, giveawayId, memberId)
  const terms = termsOf(giveaway.terms)
  if (terms.kind !== 'code') throw new Error(`giveaway ${giveawayId} has no codes`)
  const amountFen = BigInt(terms.amountFen)
  refuseBudget(giveaway, amountFen)
  if (!(await countUse(tx, code)))
    throw explained(say(known.mostUses === 1 ? 'giveaway.code_used' : 'giveaway.code_used_up'), {
      rule: 'code_uses',
      version: 0,
    })
  return giveGift(tx, { giveaway, memberId, amountFen, now, actionKey, by: { code } })
}
