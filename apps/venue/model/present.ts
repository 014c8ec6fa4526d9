// For what must be there: that it is missing is a mistake in the code, and says so at its place.

export function present<T>(value: T, what = 'a value'): NonNullable<T> {
  if (value === undefined || value === null) throw new RangeError(`${what} is missing`)
  return value
}

/** An item of a list, or the value of a record. */
export function itemAt<C, K extends keyof C>(from: C, key: K): NonNullable<C[K]> {
  return present(from[key], `item ${String(key)}`)
}

export function lastOf<T>(items: readonly T[]): T {
  return present(items.at(-1), 'the last item')
}
