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
type Step = (client: VenueAdapter, asked: TransferAsked) => Promise<Verdict>

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
  finalize: async (client, asked) =>
    answered(await client.finalize(asked), ({ status }) => ({
      ok: status === 'VOIDED' || status === 'FAILED',
      said: status,
    })),
  late: async (client, asked) => {
    const outcome = await client.transfer(asked)
    if (outcome.kind !== 'ok') return { ok: outcome.kind === 'refused', said: saidOf(outcome) }
    const { status } = outcome.data
    return { ok: status === 'VOIDED' || status === 'FAILED', said: status }
  },
  empty: async (client, asked) => {
    const outcome = await client.transfer({ ...asked, ref: `${asked.ref}-E`, direction: 'OUT' })
    return { ok: outcome.kind === 'refused', said: saidOf(outcome) }
  },
  bets: async client =>
    answered(await client.bets({ after: 0n, limit: 1 }), ({ items }) => ({
      ok: true,
      said: items.length > 0 ? '有注单' : '尚无注单',
    })),
}

/** Runs all steps in their order; the first that fails ends it. */
export async function runTrial(client: VenueAdapter): Promise<TrialStep[]> {
  const asked: TransferAsked = {
    ref: `T${randomBytes(12).toString('hex').toUpperCase()}`,
    player: PLAYER,
    direction: 'IN',
    amount: 1n,
    all: false,
  }
  const done: TrialStep[] = []
  for (const step of client.trial) {
    const begun = performance.now()
    const { ok, said } = await steps[step](client, asked)
    done.push({ step, ok, said: said.slice(0, 200), ms: Math.round(performance.now() - begun) })
    if (!ok) break
  }
  return done
}
