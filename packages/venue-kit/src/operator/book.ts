// What the kit's own venue remembers: wallets, transfers, launches, signals, all in memory.
import type { VenueAnswer, VenueSignal } from '@tianping/venue-protocol'
import { VenueRefusal } from '@tianping/venue-protocol'

export type Transfer = VenueAnswer<'transfer'>
type Asked = {
  ref: string
  player: string
  direction: 'IN' | 'OUT'
  amount?: bigint | undefined
  all?: true | undefined
}
export type Launch = { player: string; ticket: string | null; money: { each: bigint } | null }

export class Book {
  readonly wallets = new Map<string, bigint>()
  readonly transfers = new Map<string, Transfer & { asked: string }>()
  readonly launches: Launch[] = []
  readonly signals = new Map<string, VenueSignal>()
  readonly outcomes = new Map<string, string[]>()
  private versions = 0n

  player(player: string, nickname: string) {
    const created = !this.wallets.has(player)
    if (created) this.wallets.set(player, 0n)
    return { player, nickname, currency: 'CNY' as const, locked: false, created }
  }

  balance(player: string) {
    const available = this.wallets.get(player)
    if (available === undefined) throw new VenueRefusal(2001)
    return { player, available, frozen: 0n, version: this.versions }
  }

  transfer({ ref, player, direction, amount, all }: Asked): Transfer {
    const asked = JSON.stringify([player, direction, all ? 'all' : String(amount)])
    const known = this.transfers.get(ref)
    if (known?.status === 'VOIDED') throw new VenueRefusal(2005)
    if (known && known.asked !== asked) throw new VenueRefusal(2004)
    if (known) return known
    const held = this.balance(player).available
    const moved = amount ?? held
    if (direction === 'OUT' && moved > held) throw new VenueRefusal(2003)
    const after = direction === 'IN' ? held + moved : held - moved
    this.wallets.set(player, after)
    this.versions += 1n
    const made = { ...this.tombstone(ref), status: 'SUCCESS', venue_txn_id: ref } as const
    const done = { ...made, player, direction, amount: moved, balance_after: after, asked }
    this.transfers.set(ref, done)
    return done
  }

  state(ref: string): Transfer {
    const known = this.transfers.get(ref)
    if (!known) throw new VenueRefusal(2404)
    return known
  }

  finalize(ref: string): Transfer {
    const known = this.transfers.get(ref) ?? { ...this.tombstone(ref), asked: '' }
    this.transfers.set(ref, known)
    return known
  }

  answer(ref: string, outcome: 'done' | 'pending' | 'refused') {
    const outcomes = this.outcomes.get(ref) ?? []
    outcomes.push(outcome)
    this.outcomes.set(ref, outcomes)
    // As if the answer had been lost once: a signal has to survive that it is said again.
    if (outcome !== 'pending' && outcomes.length > 1) this.signals.delete(ref)
    return { ref, outcome }
  }

  private tombstone(ref: string): Transfer {
    return {
      ref,
      status: 'VOIDED',
      venue_txn_id: null,
      player: null,
      direction: null,
      amount: null,
      balance_after: null,
      code: null,
      created_at: new Date().toISOString(),
    }
  }
}
