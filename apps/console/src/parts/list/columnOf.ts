import { columnLabels, type ColumnName } from '@tianping/contract/columns'

/**
 * The key and the title of a column that shows a field of the rows, named as in exported files. A
 * column that is shorter, or that joins several fields, gives its own title.
 */
export const columnOf = <Name extends ColumnName>(key: Name) => ({ title: columnLabels[key], key })
