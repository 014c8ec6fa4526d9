import { run, sql, type Db } from '@tianping/database'
import type { Clock } from '../../src/kernel/clock.ts'

const HOUR_MS = 3_600_000
let serial = 0

/** Rows that rules look at, as a member's past. */
export function past(owner: Db, clock: Clock) {
  const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS)
  return {
    ago,
    deposit: (memberId: bigint, fen: bigint, hours: number, payer = '', method = 'card') =>
      run(
        owner,
        sql`
        insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key, payer_owner)
        values (${memberId}, ${`DP-${++serial}`}, ${method}, ${fen}, 2, '', ${fen}, ${ago(hours)}, ${ago(hours)}, ${`dp${serial}`}, ${payer})`,
      ),
    withdrawal: async (memberId: bigint, fen: bigint, hours: number) => {
      await run(
        owner,
        sql`
        insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
        values (${memberId}, 1, '沙盒商业银行', '测试员', '', 'x', '5678', ${Buffer.from(String(++serial).padStart(32, '0'))}, ${ago(900)}, ${`cw${serial}`})`,
      )
      await run(
        owner,
        sql`
        insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, state, created_at, decided_at, action_key)
        select ${memberId}, ${`WP-${serial}`}, max(card_id), 1, 'bank', ${fen}, 2, ${ago(hours)}, ${ago(hours)}, ${`wp${serial}`} from card where member_id = ${memberId}`,
      )
    },
    played: (memberId: bigint, fen: bigint, day: string) =>
      run(
        owner,
        sql`
        insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
        values (${memberId}, ${day}::date, 1, 'realbet', 1, ${fen}, ${fen}, ${fen})`,
      ),
    sharedDevice: async (device: string, memberIds: bigint[]) => {
      for (const memberId of memberIds)
        await run(
          owner,
          sql`
          insert into device_trace (member_id, device, agent, address, first_at, last_at) values (${memberId}, ${device}, 'X', '', ${ago(10)}, ${ago(10)})`,
        )
    },
  }
}
