type WireName<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${WireName<Rest>}`
  : ''

/** A row as the operator page gets it. */
export type WireNames<Row> = { [Key in keyof Row & string as WireName<Key>]: Row[Key] }

/** Names a row as the operator page reads it: `placedAt` becomes `placed_at`. */
export const wireNames = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      value as unknown,
    ]),
  ) as WireNames<Row>
