import { mistakesIn } from './compare.ts'
import { openDescriber } from './describe.ts'
import { statementsIn, type Statement } from './shapes.ts'
import { Source } from './source.ts'

export type Checked = { statements: number; shapes: number; mistakes: string[] }

/**
 * Asks the migrated database at `url` about every statement in `folder`. `changed` are texts that
 * files have instead of their own; `neverNull` names columns as `path column`; the statements of
 * `apart` are another database's.
 */
export async function checkStatements(
  folder: string,
  url: string,
  {
    changed = {},
    neverNull = [],
    apart = null,
  }: { changed?: Record<string, string>; neverNull?: string[]; apart?: string | null } = {},
): Promise<Checked> {
  const source = new Source(changed)
  const describer = await openDescriber(url)
  try {
    const { statements, unreadable } = statementsIn(source, folder, apart)
    const mistakes = new Set(unreadable)
    for (const statement of statements)
      for (const mistake of await mistakesOf(statement, describer, new Set(neverNull)))
        mistakes.add(`${statement.place}: ${mistake}`)
    return {
      statements: statements.length,
      shapes: statements.reduce((sum, { shapes }) => sum + shapes.length, 0),
      mistakes: [...mistakes],
    }
  } finally {
    source.close()
    await describer.close()
  }
}

async function mistakesOf(
  { place, row, shapes }: Statement,
  { describe }: Awaited<ReturnType<typeof openDescriber>>,
  neverNull: Set<string>,
): Promise<string[]> {
  const [path = ''] = place.split(':')
  const mistakes: string[] = []
  for (const { text, parameters } of shapes) {
    try {
      const { columns, ...rest } = await describe(text)
      const known = columns.map(column =>
        neverNull.has(`${path} ${column.name}`) ? { ...column, nullable: false } : column,
      )
      mistakes.push(...mistakesIn({ parameters, row }, { ...rest, columns: known }))
    } catch (error) {
      mistakes.push((error as Error).message)
    }
  }
  return mistakes
}
