import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isMoneyCall, type MoneyCall } from './moneyCalls.ts'
import { whenSessionEnds } from '../session.ts'

/**
 * An action that was sent and has no answer: `sent` is under way, `lost` has an unknown outcome.
 * Kept per tab, so that a reload asks for the outcome too; passwords never are.
 */
export type Unsettled = {
  key: string
  call: MoneyCall
  /** As it was typed; empty for a call without one. */
  amount: string
  /** Where a transfer comes from. */
  source: string
  state: 'sent' | 'lost'
}

const storedAs = 'unsettled'

const isUnsettled = (one: unknown): one is Unsettled => {
  const { key, call, amount, source } = (one ?? {}) as Record<string, unknown>
  return (
    typeof key === 'string' &&
    typeof call === 'string' &&
    isMoneyCall(call) &&
    typeof amount === 'string' &&
    typeof source === 'string'
  )
}

/** What the last page of this tab left: whatever was under way then has lost its answer. */
function readStored(): readonly Unsettled[] {
  try {
    const kept: unknown = JSON.parse(globalThis.sessionStorage?.getItem(storedAs) ?? '[]')
    return Array.isArray(kept)
      ? kept.filter(isUnsettled).map(one => ({ ...one, state: 'lost' as const }))
      : []
  } catch {
    return []
  }
}

let all = readStored()
const watchers = new Set<() => void>()
const landers = new Set<(call: MoneyCall) => void>()

function change(next: readonly Unsettled[]) {
  all = next
  try {
    if (next.length > 0) sessionStorage.setItem(storedAs, JSON.stringify(next))
    else sessionStorage.removeItem(storedAs)
  } catch {
    // A full storage costs the question after a reload, nothing else.
  }
  for (const watcher of watchers) watcher()
  if (next.length > 0) dispatchEvent(new Event(storedAs))
}
whenSessionEnds(() => change([]))

const without = (key: string) => all.filter(one => one.key !== key)
/** The two fields that are told again; passwords and factors never leave the form. */
function toldOf(sent: unknown) {
  const { amount, sourcetype } = (sent ?? {}) as { amount?: unknown; sourcetype?: unknown }
  const plain = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
  return { amount: plain(amount), source: plain(sourcetype) }
}

/** The action is on its way under this key. */
export function noteSent(call: string, key: string, sent: unknown) {
  if (isMoneyCall(call)) change([...without(key), { key, call, ...toldOf(sent), state: 'sent' }])
}

/** Its outcome is known. */
export function noteSettled(key: string) {
  if (all.some(one => one.key === key)) change(without(key))
}

/** The call is over: with a certain answer, or without one. */
export function noteEnd(key: string, certain: boolean) {
  if (certain) return noteSettled(key)
  change(all.map(one => (one.key === key ? { ...one, state: 'lost' } : one)))
}

/** The action turned out to be done after all: forms clear what it was typed in. */
export function noteLanded(call: MoneyCall) {
  for (const lander of landers) lander(call)
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useUnsettled = () => useSyncExternalStore(watch, () => all)

/** Whether the outcome of one of these calls is unknown. */
export const useUnknown = (call: MoneyCall) =>
  useUnsettled().some(one => one.call === call && one.state === 'lost')

/**
 * An action that may lose its answer can begin from here on: the strips are fetched now, because
 * without a network they could not be.
 */
export const expectActions = () => void dispatchEvent(new Event(storedAs))

/** Runs `landed` when an action of this call, whose answer was lost, turned out to be done. */
export function useLanded(call: MoneyCall, landed: () => unknown) {
  const land = useEffectEvent((done: MoneyCall) => {
    if (done === call) landed()
  })
  useEffect(() => {
    const lander = (done: MoneyCall) => land(done)
    landers.add(lander)
    return () => void landers.delete(lander)
  }, [])
}
