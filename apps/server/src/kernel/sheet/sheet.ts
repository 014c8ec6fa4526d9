// Tables that leave as files: a statement of a member, a report for a regulator.

/** `net` is money that carries its sign. */
export type Column = { label: string; kind: 'text' | 'count' | 'money' | 'net' }
/** Fen are bigint, counts are numbers. */
export type Cell = string | number | bigint
export type Section = { title: string; columns: Column[]; rows: Cell[][] }
export type Sheet = {
  title: string
  facts: [string, string][]
  sections: Section[]
  notes: string[]
}
