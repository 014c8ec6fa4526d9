import type { Facts } from './facts.ts'
import type { ActivityRule } from './rule.ts'
import { at } from '../../kernel/present.ts'

/** What passing pays the member, in fen; `streak` counts the days in a row, this one included. */
export function bonusOf(
  { bonus }: ActivityRule,
  member: { vip: number; streak: number; facts: Facts },
): bigint {
  switch (bonus.kind) {
    case 'none':
    case 'free_rounds':
      return 0n
    case 'fixed':
      return BigInt(bonus.fen)
    case 'by_vip':
      return BigInt(at(bonus.fen, member.vip - 1))
    case 'by_streak':
      return BigInt(at(bonus.fen, (member.streak - 1) % bonus.fen.length))
    case 'percent': {
      const share = ((member.facts.measured[bonus.of] ?? 0n) * BigInt(bonus.hundredths)) / 10_000n
      return share < BigInt(bonus.maxFen) ? share : BigInt(bonus.maxFen)
    }
    case 'per_friend':
      return BigInt(bonus.fen) * BigInt(member.facts.friends.length)
  }
}
