import type { Answer } from '@tianping/contract'

const texts = new WeakMap<object, string>()

/**
 * Data that is answered again and again, written as JSON at the first answer. It must never change
 * from here on.
 */
export function kept<T extends object>(data: T): T {
  texts.set(data, '')
  return Object.freeze(data)
}

/** An answer as text, if its data are kept; undefined for all others. */
export function keptText(answer: Answer<unknown>): string | undefined {
  const { data } = answer
  if (typeof data !== 'object' || data === null) return undefined
  const text = texts.get(data)
  if (text !== '') return text
  const whole = JSON.stringify(answer)
  texts.set(data, whole)
  return whole
}
