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

/** The fields that the columns show, without those that were left out. */
export const shownFields = (columns: readonly Choosable[], hidden: readonly string[]): string[] =>
  columns
    .filter(({ key }) => !hidden.includes(String(key)))
    .flatMap(({ key, fields }) => fields ?? [String(key)])
