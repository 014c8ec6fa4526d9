// For what is there by construction although its type cannot say so. Better than an assertion:
// a mistake throws where it is made.

/** The value, which must be there. */
export function present<T>(value: T, what: string): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`there is no ${what}`)
  return value
}

/** The item at a place that must exist; a negative place counts from the end. */
export function at<T>(items: readonly T[], place: number): T {
  const item = items.at(place)
  if (item === undefined) throw new RangeError(`there is no item ${place} of ${items.length}`)
  return item
}
