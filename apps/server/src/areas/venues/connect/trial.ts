// A trial of a connection: the calls that a venue must understand before members see it. Nobody's
// money moves: the only transfer is one that the venue has to refuse.
import type { TrialStepName } from '@tianping/contract/venues/facts'
import type { VenueOutcome } from '@tianping/venue-protocol'
import { randomBytes } from 'node:crypto'
import type { TransferAsked, VenueAdapter } from '../adapters/port.ts'
import type { TrialStep } from '../store/link.sql.ts'

/** The player of all trials; no member has such a name. */
const PLAYER = 'trial-player'

type Verdict = { ok: boolean; said: string }
type Asked = {
  transfer: TransferAsked
  /** Members of whom our books say that money is there. */
  holders: readonly string[]
}
type Step = (client: VenueAdapter, asked: Asked) => Promise<Verdict>

function saidOf(outcome: VenueOutcome<unknown>): string {
  if (outcome.kind === 'ok') return '正常'
  if (outcome.kind === 'refused') return `拒绝：${outcome.code} ${outcome.message}`
  return `没有答复：${outcome.reason} ${outcome.detail}`
}

const answered = <T>(outcome: VenueOutcome<T>, judge: (data: T) => Verdict): Verdict =>
  outcome.kind === 'ok' ? judge(outcome.data) : { ok: false, said: saidOf(outcome) }

const steps: Record<TrialStepName, Step> = {
  health: async client =>
    answered(await client.health({}), ({ status, protocol }) => ({
      ok: status === 'ok',
      said: `${status}，协议 ${protocol}`,
    })),
  games: async client =>
    answered(await client.games({}), ({ items }) => ({
      ok: items.length > 0,
      said: `${items.length} 款游戏`,
    })),
  player: async client =>
    answered(
      await client.putPlayer({ player: PLAYER, nickname: 'P0', currency: 'CNY' }),
      ({ currency }) => ({ ok: true, said: currency }),
    ),
  balance: async client =>
    answered(await client.balance({ player: PLAYER }), ({ available }) => ({
      ok: true,
      said: `余额 ${available} 分`,
    })),
  members: async (client, { holders }) => {
    if (holders.length === 0) return { ok: true, said: '没有会员余额' }
    return answered(await client.balances({ players: [...holders] }), ({ unknown }) => ({
      ok: unknown.length === 0,
      said:
        unknown.length === 0
          ? `${holders.length} 位都在`
          : `${holders.length} 位中 ${unknown.length} 位不在该处`,
    }))
  },
  finalize: async (client, { transfer }) =>
    answered(await client.finalize(transfer), ({ status }) => ({
      ok: status === 'VOIDED' || status === 'FAILED',
      said: status,
    })),
  late: async (client, { transfer }) => {
    const outcome = await client.transfer(transfer)
    if (outcome.kind !== 'ok') return { ok: outcome.kind === 'refused', said: saidOf(outcome) }
    const { status } = outcome.data
    return { ok: status === 'VOIDED' || status === 'FAILED', said: status }
  },
  empty: async (client, { transfer }) => {
    const asked: TransferAsked = { ...transfer, ref: `${transfer.ref}-E`, direction: 'OUT' }
    const outcome = await client.transfer(asked)
    return { ok: outcome.kind === 'refused', said: saidOf(outcome) }
  },
  bets: async client =>
    answered(await client.bets({ after: 0n, limit: 1 }), ({ items }) => ({
      ok: true,
      said: items.length > 0 ? '有注单' : '尚无注单',
    })),
}

/**
 * Runs all steps in their order; the first that fails ends it. `holders` are members with money at
 * the venue.
 */
export async function runTrial(
  client: VenueAdapter,
  holders: readonly string[],
): Promise<TrialStep[]> {
  const transfer: TransferAsked = {
    ref: `T${randomBytes(12).toString('hex').toUpperCase()}`,
    player: PLAYER,
    direction: 'IN',
    amount: 1n,
    all: false,
  }
  const done: TrialStep[] = []
  for (const step of client.trial) {
    const begun = performance.now()
    const { ok, said } = await steps[step](client, { transfer, holders })
    done.push({ step, ok, said: said.slice(0, 200), ms: Math.round(performance.now() - begun) })
    if (!ok) break
  }
  return done
}
