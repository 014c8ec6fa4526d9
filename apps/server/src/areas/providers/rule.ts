// A provider as a rule: one operator proposes its next version, another approves it.
import { changedPart } from '@tianping/contract/place'
import { accountOf, type ProviderAdapter } from '@tianping/contract/providers/facts'
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import type { Settings } from '../../kernel/environment.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { By, Kept } from '../../kernel/operator/settingForm.ts'
import { newestProposal } from '../../kernel/operator/proposal.sql.ts'
import { settingVersion, writeSetting } from '../../kernel/setting.ts'
import { remoteAbilities } from './adapters/index.ts'
import { endpointProblem } from './outside.ts'
import { SANDBOX } from './registry.ts'
import {
  configHash,
  isProviderCode,
  providerKey,
  providerSchema,
  type ProviderValue,
} from './setting.ts'
import { dropKeys, keyBelongs } from './store/key.sql.ts'
import { addProvider, noteOpened, providerRow } from './store/provider.sql.ts'

const canPayOut = (adapter: ProviderAdapter) =>
  adapter === SANDBOX || remoteAbilities[adapter].includes('payout')

type Reach = Pick<Settings, 'mode' | 'providerHosts'>

/** Refuses what no provider can be, in the order of the form. */
export function refuseValue(reach: Reach, code: string, value: ProviderValue) {
  if (
    (value.adapter === SANDBOX) !== (code === SANDBOX) ||
    (code === SANDBOX && reach.mode !== 'sandbox')
  )
    throw new Refusal(say('provider.adapter_sandbox'), { field: 'adapter' })
  if (value.adapter !== SANDBOX) refuseRemote(reach, value)
  if (value.payoutMaxFen > 0 && value.payoutMinFen > value.payoutMaxFen)
    throw new Refusal(say('provider.payout_range'), { field: 'payout_min_price' })
  if (value.payoutMaxFen > 0 && !canPayOut(value.adapter))
    throw new Refusal(say('provider.no_payouts'), { field: 'payout_max_price' })
  if (value.minFen > value.maxFen) throw new Refusal(say('provider.range'), { field: 'min_price' })
}

function refuseRemote(reach: Reach, value: ProviderValue) {
  const problem = endpointProblem(reach, value.endpoint)
  const field = 'endpoint'
  if (problem === 'inner') throw new Refusal(say('provider.endpoint_inner'), { field })
  if (problem === 'format')
    throw new Refusal(
      say('provider.endpoint_format', { scheme: reach.mode === 'sandbox' ? 'http(s)' : 'https' }),
      { field },
    )
  if (value.merchant === '')
    throw new Refusal(say('provider.merchant_missing'), { field: 'merchant' })
  if (value.methods.some(method => method === 'card' || method === 'usdt'))
    throw new Refusal(say('provider.method_not_served'), { field: 'methods' })
}

async function refuseKeys(
  tx: Tx,
  code: string,
  { key, previousKey, live, adapter }: ProviderValue,
) {
  for (const each of [key, previousKey])
    if (each !== 0 && !(await keyBelongs(tx, code, BigInt(each))))
      throw new Refusal(say('provider.key_unknown'))
  if (live && key === 0 && adapter !== SANDBOX) throw new Refusal(say('provider.no_key'))
}

/** Orders, payouts and books of one account are known to nobody at another. */
export async function refuseOtherAccount(tx: Tx, code: string, value: ProviderValue) {
  const kept = await providerRow(tx, code)
  if (!kept?.openedAt) return
  const present = providerSchema.parse(kept.value)
  if (accountOf(present) === accountOf(value)) return
  throw new Refusal(say('provider.account_kept'), { field: changedPart(present, value) })
}

async function write(tx: Tx, code: string, value: ProviderValue, by: By) {
  await refuseOtherAccount(tx, code, value)
  await refuseKeys(tx, code, value)
  await writeSetting(tx, providerKey(code), providerSchema, value, by)
  await addProvider(tx, code, by.at)
  // A key that counts no longer is forgotten, and one that was never approved.
  await dropKeys(tx, code, [BigInt(value.key), BigInt(value.previousKey)])
  if (!value.live) return
  const row = await providerRow(tx, code)
  if (value.adapter !== SANDBOX && row?.testedHash !== configHash(value))
    throw new Refusal(say('provider.not_tested'))
  await noteOpened(tx, code, by.at)
}

type Rule = Kept & { group: 'money' }

export const ruleOf = (reach: Reach, code: string, name: string): Rule => ({
  key: providerKey(code),
  label: `支付通道：${name}`,
  group: 'money',
  schema: providerSchema,
  write: async (tx, value, by) => {
    const next = providerSchema.parse(value)
    // What is only being stopped is stopped, whatever else it is.
    if (by.proposedBy !== '') refuseValue(reach, code, next)
    await write(tx, code, next, by)
  },
})

/** `provider:CODE`, once it was proposed in its own room; undefined for any other key. */
export async function providerRule(reach: Reach, db: Db, key: string): Promise<Rule | undefined> {
  const code = /^provider:(.+)$/.exec(key)?.[1] ?? ''
  if (!isProviderCode(code)) return undefined
  const [version, proposal] = await Promise.all([settingVersion(db, key), newestProposal(db, key)])
  if (version === 0 && !proposal) return undefined
  const name = (proposal?.value as { name?: unknown } | undefined)?.name
  return ruleOf(reach, code, typeof name === 'string' ? `${name}（${code}）` : code)
}
