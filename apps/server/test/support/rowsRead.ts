import { theRow, sql, type Db, type Sql } from '@tianping/database'
import { present } from '../../src/kernel/present.ts'

type Node = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
/** How many rows of tables a statement read, by its plan as it ran. */
export async function rowsRead(db: Db, statement: Sql): Promise<number> {
  const found = await theRow(
    db,
    sql<{ plan: [{ Plan: Node }] }>`explain (analyze, format json) ${statement}`,
  )
  const readBy = (node: Node): number => {
    const here = node['Relation Name']
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0
    return (node.Plans ?? []).reduce((sum, each) => sum + readBy(each), here)
  }
  const [{ Plan }] = present(Object.values(found)[0], 'plan')
  return readBy(Plan)
}
