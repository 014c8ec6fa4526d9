// For what must be there: that it is missing is a mistake in the code. The pages load this, so it
// says no more than that.

export function present<T>(value: T): NonNullable<T> {
  if (value === undefined || value === null) throw new RangeError('missing')
  return value
}

/** An item of a list, or the value of a record. */
export function itemAt<C, K extends keyof C>(from: C, key: K): NonNullable<C[K]> {
  return present(from[key])
}

export function lastOf<T>(items: readonly T[]): NonNullable<T> {
  return present(items.at(-1)) as NonNullable<T>
}
