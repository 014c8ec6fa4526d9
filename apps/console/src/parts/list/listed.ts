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
export type Choosable = { key?: unknown; title?: unknown }
