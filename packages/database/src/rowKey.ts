const keys = new Map<string, string>()

/**
 * The key of a column in its row: `member_id` is `memberId`. Each name is changed once; the map has
 * one entry per column name in the sources.
 */
export function rowKey(column: string): string {
  let key = keys.get(column)
  if (key === undefined) {
    key = column.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) =>
      letter.toUpperCase(),
    )
    keys.set(column, key)
  }
  return key
}
