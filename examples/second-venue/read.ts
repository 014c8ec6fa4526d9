// Reads fields of a request; what is malformed is refused with 2000.
import { Refusal } from './refusal.ts'

export type Fields = Record<string, unknown>

export const MAX_FEN = 10 ** 15

export function read(what: unknown): Fields {
  if (typeof what !== 'object' || what === null || Array.isArray(what)) throw new Refusal(2000)
  return what as Fields
}

export function text(value: unknown, shape: RegExp): string {
  if (typeof value !== 'string' || !shape.test(value)) throw new Refusal(2000)
  return value
}

export function integer(value: unknown, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Refusal(2000)
  if (value < least || value > most) throw new Refusal(2000)
  return value
}

/** A field that may be absent or null. */
export const optional = <T>(value: unknown, reader: (value: unknown) => T): T | null =>
  value === undefined || value === null ? null : reader(value)

export function list<T>(
  value: unknown,
  least: number,
  most: number,
  reader: (each: unknown) => T,
): T[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) throw new Refusal(2000)
  return value.map(each => reader(each))
}

export function flag(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw new Refusal(2000)
  return value
}

export const playerName = (value: unknown) => text(value, /^[A-Za-z0-9_-]{1,40}$/)
export const refName = (value: unknown) => text(value, /^[A-Za-z0-9_.:-]{1,40}$/)
export const isFen = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_FEN
export const fen = (value: unknown) => integer(value, 0, MAX_FEN)

export function instant(value: unknown): number {
  const at = Date.parse(text(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/))
  if (Number.isNaN(at)) throw new Refusal(2000)
  return at
}

export function webAddress(value: unknown): string {
  const given = text(value, /^[\x21-\x7e]{1,500}$/)
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) throw new Refusal(2000)
  return given
}

/** A number of the query: absent for `otherwise`. */
export function counted(value: string | null, otherwise: number, most: number): number {
  if (value === null) return otherwise
  return integer(Number(text(value, /^\d{1,15}$/)), 0, most)
}
