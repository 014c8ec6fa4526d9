// What further windows of red packets share with the documented one: the seeds of its days, the
// proofs, the postings and the records. Who may claim what is their own affair.
import { say } from '@tianping/contract/refusals'
import { row, sql, type Db, type Tx } from '@tianping/database'
import { explained } from '../../kernel/http/explain.ts'
import { present } from '../../kernel/present.ts'
import { daySeed } from './chain.ts'
import { drawFor, payAll, type Claiming, type Granted } from './claimAll.ts'
import { claimDayAt } from './claimDay.ts'
import { rulesNow, wasShown, type Rules } from './claimStatus.ts'
import { drawsOfActions, lockClaims, type Claims, type Draw } from './store/redpacket.sql.ts'

const closed = () =>
  explained(say('red_packet.closed'), { rule: 'red_packet_closed', version: 0, inputs: [] })

/** The day whose seed draws now; refuses while packets are switched off, or its seed was shown. */
function dayNow(rules: Rules, now: Date): string {
  const { day } = claimDayAt(now, rules.rule)
  if (rules.closed || wasShown(rules, day)) throw closed()
  return day
}

/** Refuses while the operator has switched packets off. */
export async function refuseClosed(db: Db): Promise<void> {
  if ((await rulesNow(db)).closed) throw closed()
}

type Locked = { day: string; claims: Claims }

/** The member's claims of the day, locked as all packets lock them, before anything else. */
export async function lockDay(tx: Tx, memberId: bigint, now: Date): Promise<Locked> {
  const day = dayNow(await rulesNow(tx), now)
  const locked = await lockClaims(tx, [{ memberId, day }])
  return { day, claims: present(locked.get(memberId), 'count of claims') }
}

/** Draws one packet of a further window and pays it. */
export async function drawFurther(
  tx: Tx,
  claiming: Claiming,
  { day, claims }: Locked,
  granted: Omit<Granted, 'ruleVersion'>,
): Promise<{ draw: Draw; commit: string }> {
  const { seed, commit } = await daySeed(tx, day, claiming.now)
  const grant = { ...granted, ruleVersion: 0 }
  const draw = drawFor(claiming, grant, { seed, day, nonce: claims.claims })
  await payAll(tx, [{ ...draw, actionKey: claiming.actionKey }])
  return { draw, commit }
}

/** The draw that an action has made before. */
export async function drawOfAction(db: Db, asked: { memberId: bigint; actionKey: string }) {
  const [draw] = await drawsOfActions(db, [asked])
  if (!draw) return undefined
  return { draw, commit: (await daySeed(db, draw.day, draw.claimedAt)).commit }
}

/** How often a person claimed in a window since: by this account, and by others of theirs. */
export const claimedSince = async (
  db: Db,
  asked: { giveawayId: number; memberId: bigint; since: Date },
) =>
  present(
    await row(
      db,
      sql<{ own: number; others: number }>`
      select count(*) filter (where member_id = ${asked.memberId})::int as own,
        count(*) filter (where member_id <> ${asked.memberId})::int as others
      from redpacket_draw where giveaway_id = ${asked.giveawayId} and claimed_at >= ${asked.since}
        and member_id = any(array(select accounts_of_person(${asked.memberId})))`,
    ),
    'count of claims',
  )
