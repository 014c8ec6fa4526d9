// The formats in which lists are published as CSV: one row is one name, or all of an entry.
import { parse } from 'csv-parse'
import { pipeline, Readable } from 'node:stream'
import { birthsOf, countriesOf, entryOf, type Entry, type EntryKind } from './entry.ts'
import { Unreadable } from './xml.ts'

type Row = Readonly<Record<string, string>>
type Raw = Partial<Entry> & Pick<Entry, 'ref' | 'kind'>
type Table = {
  delimiter: string
  /** The row of titles has to have these. */
  titles: readonly string[]
  entry: (row: Row) => Raw
}

const MOST_COLUMNS = 400
const MOST_RECORD = 200_000
/** Lists begin with a line about themselves. */
const MOST_PREAMBLE = 5

const joined = (...parts: (string | undefined)[]) => parts.filter(part => part).join(' ')
const at = (row: Row, title: string) => row[title] ?? ''
const split = (text: string) => text.split(';').filter(each => each.trim() !== '')
/** `(1) Iran. (2) Iraq.` */
const numbered = (text: string) =>
  text
    .split(/\(\d+\)|\.\s/)
    .map(each => each.trim().replace(/\.$/, ''))
    .filter(each => each !== '')

const ukNames = (row: Row) => joined(...[1, 2, 3, 4, 5, 6].map(n => at(row, `Name ${n}`)))
const ukKinds: Readonly<Record<string, EntryKind>> = { Individual: 'person', Entity: 'entity' }

function ukEntry(row: Row, t: { ref: string; kind: string[]; weak: string[]; original: string }) {
  const weak = t.weak.some(title => /low|weak/i.test(at(row, title)))
  const name = ukNames(row)
  const kind = t.kind.map(title => at(row, title)).find(text => text !== '') ?? ''
  return {
    ref: at(row, t.ref),
    kind: ukKinds[kind] ?? 'other',
    names: [...(weak ? [] : [name]), at(row, t.original)],
    weakNames: weak ? [name] : [],
    births: [at(row, 'DOB'), at(row, 'D.O.B')].flatMap(numbered).flatMap(birthsOf),
    countries: [at(row, 'Nationality'), at(row, 'Nationality(/ies)')]
      .flatMap(numbered)
      .flatMap(countriesOf),
    programme: at(row, 'Regime') || at(row, 'Regime Name'),
    listedOn: at(row, 'Listed On') || at(row, 'Date Designated'),
  }
}

const TABLES = {
  /** Consolidated list of OFSI. */
  ofsi_csv: {
    delimiter: ',',
    titles: ['Name 6', 'Group ID', 'Group Type'],
    entry: row =>
      ukEntry(row, {
        ref: 'Group ID',
        kind: ['Group Type'],
        weak: ['Alias Quality'],
        original: 'Name Non-Latin Script',
      }),
  },
  /** The UK Sanctions List, which the Foreign Office publishes. */
  uk_csv: {
    delimiter: ',',
    titles: ['Name 6', 'Unique ID'],
    entry: row =>
      ukEntry(row, {
        ref: 'Unique ID',
        kind: ['Designation Type', 'Individual, Entity, Ship'],
        weak: ['Alias strength'],
        original: 'Name non-latin script',
      }),
  },
  eu_csv: {
    delimiter: ';',
    titles: ['Entity_LogicalId', 'NameAlias_WholeName'],
    entry: row => ({
      ref: at(row, 'Entity_EU_ReferenceNumber') || at(row, 'Entity_LogicalId'),
      kind:
        at(row, 'Entity_SubjectType_ClassificationCode') === 'P' ||
        ['P', 'person'].includes(at(row, 'Entity_SubjectType'))
          ? 'person'
          : 'entity',
      names: [
        at(row, 'NameAlias_WholeName') ||
          joined(
            at(row, 'NameAlias_FirstName'),
            at(row, 'NameAlias_MiddleName'),
            at(row, 'NameAlias_LastName'),
          ),
      ],
      births: birthsOf(at(row, 'BirthDate_BirthDate') || at(row, 'BirthDate_Year')),
      countries: countriesOf(at(row, 'Citizenship_CountryIso2Code')),
      programme: at(row, 'Entity_Regulation_Programme'),
      listedOn: at(row, 'Entity_DesignationDate'),
    }),
  },
  /** `targets.simple.csv` of OpenSanctions: sanctions and politically exposed persons. */
  simple_csv: {
    delimiter: ',',
    titles: ['id', 'schema', 'name'],
    entry: row => ({
      ref: at(row, 'id'),
      kind: at(row, 'schema') === 'Person' ? 'person' : 'entity',
      names: [at(row, 'name'), ...split(at(row, 'aliases'))],
      births: split(at(row, 'birth_date')).flatMap(birthsOf),
      countries: split(at(row, 'countries')).flatMap(countriesOf),
      programme: at(row, 'program_ids') || at(row, 'dataset'),
      listedOn: at(row, 'first_seen'),
    }),
  },
} as const satisfies Record<string, Table>
export type TableFormat = keyof typeof TABLES
export const isTable = (format: string): format is TableFormat => Object.hasOwn(TABLES, format)

/** Rows by their titles; what stands before the row of titles is passed over. */
async function* rowsOf(table: Table, texts: AsyncIterable<string>): AsyncGenerator<Row> {
  const parser = parse({
    delimiter: table.delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MOST_RECORD,
  })
  // What breaks off the file breaks off the reading; whoever reads gets the error.
  pipeline(Readable.from(texts), parser, () => {})
  let titles: string[] | null = null
  let passed = 0
  for await (const record of parser as AsyncIterable<string[]>) {
    if (titles) {
      const known = titles
      yield Object.fromEntries(record.map((cell, n) => [known[n] ?? '', cell.trim()]))
      continue
    }
    const trimmed = record.slice(0, MOST_COLUMNS).map(cell => cell.trim())
    if (table.titles.every(title => trimmed.includes(title))) titles = trimmed
    else if (++passed > MOST_PREAMBLE) break
  }
  if (!titles) throw new Unreadable(`没有找到所需的列：${table.titles.join('、')}`)
}

const together = (one: Raw, other: Raw): Raw => ({
  ...one,
  names: [...(one.names ?? []), ...(other.names ?? [])],
  weakNames: [...(one.weakNames ?? []), ...(other.weakNames ?? [])],
  births: [...(one.births ?? []), ...(other.births ?? [])],
  countries: [...(one.countries ?? []), ...(other.countries ?? [])],
})

/** Rows of one entry that stand together are one entry; of one that come later, an addition. */
export async function* tableEntries(
  format: TableFormat,
  texts: AsyncIterable<string>,
): AsyncGenerator<Entry> {
  let last: Raw | null = null
  const ended = (raw: Raw | null): Entry[] => {
    const entry = raw ? entryOf(raw) : undefined
    return entry ? [entry] : []
  }
  try {
    for await (const row of rowsOf(TABLES[format], texts)) {
      const raw: Raw = TABLES[format].entry(row)
      if (last && last.ref === raw.ref) {
        last = together(last, raw)
        continue
      }
      yield* ended(last)
      last = raw
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(`CSV 有误：${(error as Error).message.slice(0, 120)}`)
  }
  yield* ended(last)
}
