import type { ConsoleGiven } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import type { ConnectionState, TrialStepName } from '@tianping/contract/venues/facts'
import type { Db, Tx } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { attempt, type Limit } from '../../../kernel/http/throttle.ts'
import { openProposal, openProposals } from '../../../kernel/operator/proposal.sql.ts'
import { propose } from '../../../kernel/operator/proposal.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { lockVersion } from '../../../kernel/operator/settingForm.ts'
import { readVersioned, settingVersion } from '../../../kernel/setting.ts'
import { checkedKey, sealKey, venueKeys } from '../connect/keys.ts'
import { connectionRuleOf, refuseConnection, refuseNext } from '../connect/rule.ts'
import {
  configHash,
  connectionKey,
  connectionSchema,
  isVenueName,
  sandboxConnection,
  type ConnectionValue,
} from '../connect/setting.ts'
import { runTrial } from '../connect/trial.ts'
import { dropKeys, insertKey, keyRows } from '../store/key.sql.ts'
import {
  healthRows,
  holders,
  insertTrial,
  linkRows,
  newestTrials,
  type Trial,
} from '../store/link.sql.ts'
import { connectionOf } from './form.ts'

/** A trial makes the server call an address; nobody needs it more often. */
const tries: Limit = { attempts: 30, windowMs: 3_600_000 }
/** So many members whose money is there have to be known there. */
const TRIED_HOLDERS = 20

type Row = ConsoleGiven<'POST /api/console/venues/connections'>[number]
type Known = { code: string; version: number; value: ConnectionValue }

const trialOf = (trial: Trial, value: ConnectionValue): NonNullable<Row['trial']> => ({
  passed: trial.passed,
  of_present: trial.configHash === configHash(value),
  steps: trial.steps.map(each => ({ ...each, step: each.step as TrialStepName })),
  tried_by: trial.by,
  tried_at: beijing(trial.at),
})

const configOf = ({ value }: Known) => ({
  adapter: value.adapter,
  endpoint: value.endpoint,
  merchant: value.merchant,
  currency: value.currency,
  feed_seconds: value.feedSeconds,
  max_transfer: yuanOf(BigInt(value.maxTransferFen)),
  exposure: yuanOf(BigInt(value.exposureFen)),
  window_day: value.windowDay,
  window_from: value.windowFrom,
  window_until: value.windowUntil,
})

/** The sandbox needs no trial: it is ourselves. */
function stateOf(value: ConnectionValue, trial: Trial | undefined): ConnectionState {
  if (value.adapter === 'sandbox') return 'tested'
  if (trial?.configHash !== configHash(value)) return 'draft'
  return trial.passed ? 'tested' : 'failed'
}

/** Another key for the same place: what may be tried while it only waits. */
const isRotation = (present: ConnectionValue, next: ConnectionValue) =>
  configHash({ ...next, key: 0 }) === configHash({ ...present, key: 0 }) && next.key !== present.key

async function named(db: Db, code: string): Promise<Known> {
  const key = connectionKey(code)
  if (!isVenueName(code) || (await settingVersion(db, key)) === 0)
    throw new Refusal(say('venue.connection_not_found'), { field: 'code' })
  return { code, ...(await readVersioned(db, key, connectionSchema)) }
}

type Proposing = Pick<ConsoleContext<'POST /api/console/venues/connect'>, 'operator' | 'settings'> &
  Parameters<typeof runAction>[0]

/** Proposes the next version; `also` comes with it in the same transaction. */
async function proposeNext(
  context: Proposing,
  { code, version, value, note }: Known & { note: string },
  also?: (tx: Tx, at: Date) => Promise<void>,
) {
  refuseConnection(context.settings, value)
  const rule = connectionRuleOf(context.settings, code)
  await runAction(context, async (tx, at) => {
    const before = await lockVersion(tx, rule, version)
    await refuseNext(tx, context.settings, { code, value })
    await also?.(tx, at)
    const by = { name: context.operator.name, at }
    return { answer: null, entry: await propose(tx, rule, { version, before, value, note, by }) }
  })
  return { message: '已提交，等待另一位同事在“规则”中批准', data: null }
}

export const connectionHandlers = {
  'POST /api/console/venues/connections': async ({ db, venues, settings }) => {
    const [links, proposals, trials, health, onSite] = await Promise.all([
      linkRows(db),
      openProposals(db, connectionKey('')),
      newestTrials(db),
      healthRows(db),
      venues.all(),
    ])
    const known: Known[] = links.map(({ platname, version, value }) => ({
      code: platname,
      version,
      value: connectionSchema.parse(value),
    }))
    const has = (code: string) => known.some(each => each.code === code)
    for (const { key, value } of proposals) {
      const code = key.slice(connectionKey('').length)
      if (!has(code)) known.push({ code, version: 0, value: connectionSchema.parse(value) })
    }
    for (const { platname: code } of settings.sandboxVenue ? onSite : [])
      if (!has(code) && venues.connections.valueOf(code))
        known.push({ code, version: 0, value: sandboxConnection })
    const keys = await keyRows(
      db,
      known.flatMap(({ value }) => [BigInt(value.key), BigInt(value.previousKey)]),
    )
    const markOf = (no: number) => keys.find(each => each.keyNo === BigInt(no))?.mark ?? ''
    const data = known.map((each): Row => {
      const { code, value, version } = each
      const trial = trials.find(({ platname }) => platname === code)
      const found = health.find(({ platname }) => platname === code)
      const waiting = proposals.find(({ key }) => key === connectionKey(code))
      return {
        ...configOf(each),
        code,
        name: onSite.find(({ platname }) => platname === code)?.name ?? '',
        state: stateOf(value, trial),
        version,
        key: markOf(value.key),
        previous_key: markOf(value.previousKey),
        rests_until: found?.restsUntil ? beijing(found.restsUntil) : '',
        failures: found?.failures ?? 0,
        last_error: found && found.failures > 0 ? found.lastError : '',
        proposed_by: waiting?.proposedBy ?? '',
        proposed_key:
          version > 0 &&
          waiting !== undefined &&
          isRotation(value, connectionSchema.parse(waiting.value)),
        trial: trial ? trialOf(trial, value) : null,
      }
    })
    return { data }
  },
  'POST /api/console/venues/connect': async context => {
    const { body, db } = context
    const { code, version, remark: note } = body
    if (!isVenueName(code)) throw new Refusal(say('venue.code_format'), { field: 'code' })
    need(note, 'desk.change_note_missing', 'remark')
    const key = connectionKey(code)
    const kept = (await settingVersion(db, key)) > 0
    if (version === 0 && kept) throw new Refusal(say('venue.connection_exists'), { field: 'code' })
    const before = kept ? (await readVersioned(db, key, connectionSchema)).value : null
    const value = connectionOf(body, before)
    return proposeNext(context, { code, version, value, note })
  },
  'POST /api/console/venues/keys': async context => {
    const { body, db, settings, operator } = context
    const { code, remark: note } = body
    const { value, version } = await named(db, code)
    if (value.adapter === 'sandbox') throw new Refusal(say('venue.sandbox_keyless'))
    need(note, 'desk.change_note_missing', 'remark')
    const sent = checkedKey(settings.mode, value.adapter, body)
    const key = sealKey(venueKeys(settings), code, sent)
    const next = { ...value, key: Number(key.keyNo), previousKey: value.key }
    return proposeNext(context, { code, version, value: next, note }, async (tx, at) => {
      await dropKeys(tx, code, [BigInt(value.key), BigInt(value.previousKey)])
      await insertKey(tx, { ...key, by: operator.name, at })
    })
  },
  'POST /api/console/venues/try': async context => {
    const { db, body, venues, operator, clock } = context
    const { code } = body
    await attempt(db, `console:venue-try:${code}:${operator.operatorId}`, tries, clock.now())
    const { value: present } = await named(db, code)
    if (present.adapter === 'sandbox') throw new Refusal(say('venue.sandbox_keyless'))
    const waiting = await openProposal(db, connectionKey(code))
    const proposed = waiting && connectionSchema.parse(waiting.value)
    const value = proposed && isRotation(present, proposed) ? proposed : present
    if (value.key === 0) throw new Refusal(say('venue.no_key'))
    const client = await venues.connections.trialClient(code, value)
    const players = await holders(db, code, TRIED_HOLDERS)
    const steps = await runTrial(client, players.map(String)).finally(() => client.close())
    const passed = steps.every(({ ok }) => ok)
    const trial = await runAction(context, async (tx, at) => {
      const done = { platname: code, configHash: configHash(value), passed, steps, at }
      await insertTrial(tx, { ...done, by: operator.name })
      return {
        answer: { ...done, by: operator.name },
        entry: { action: 'venue.try', subject: `venue:${code}`, after: { passed, steps } },
      }
    })
    return { data: { trial: trial ? trialOf(trial, present) : null } }
  },
} satisfies ConsoleHandlers
