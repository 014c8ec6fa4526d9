/**
 * How one value is read from the query of an address; a missing or foreign value gives the default.
 */
export type Read<T> = (raw: string | null) => T

export const oneOf =
  <const T extends string>(fallback: T, ...rest: T[]): Read<T> =>
  raw =>
    [fallback, ...rest].find(value => value === raw) ?? fallback

export const text: Read<string> = raw => (raw ?? '').slice(0, 512)
