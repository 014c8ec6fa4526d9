/** What a saved view is of: the call that fills it, and the columns that are left out. */
export type Viewed = { list: string; hidden: string[] }
/** A list as its tools see it. */
export type Listed = Viewed & {
  /** What it was asked, without the page. */
  sent: Record<string, unknown>
  /** A row, to know its fields by. */
  sample: object | undefined
  total: number
}
export type Choosable = { key?: unknown; title?: unknown; fields?: readonly string[] }

/** The fields that only columns show which were left out. */
export function hiddenFields(columns: readonly Choosable[], hidden: readonly string[]): string[] {
  const fieldsOf = (each: Choosable) => each.fields ?? [String(each.key)]
  const isHidden = (each: Choosable) => hidden.includes(String(each.key))
  const shown = new Set(columns.filter(each => !isHidden(each)).flatMap(fieldsOf))
  return columns
    .filter(isHidden)
    .flatMap(fieldsOf)
    .filter(each => !shown.has(each))
}
