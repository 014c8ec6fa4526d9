/** A list as its tools see it. */
export type Listed = {
  /** The call that fills it. */
  list: string
  /** What it was asked, without the page. */
  sent: Record<string, unknown>
  /** A row, to know its fields by. */
  sample: object | undefined
  total: number
  hidden: string[]
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
