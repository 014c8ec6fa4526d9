/**
 * A piece of SQL with its values: a whole statement, or a fragment that stands inside another one.
 * `Row` is the type of the rows that a statement returns, in which a column `member_id` is
 * `memberId`; a test compares it with PostgreSQL.
 */
export class Sql<Row = unknown> {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
  declare readonly row?: Row

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** What PostgreSQL receives: `$1`, `$2` … in the text, the values beside it. */
export type Compiled = { text: string; values: unknown[] }

/** Texts of templates without fragments: they are the same at every call. */
const constant = new WeakMap<readonly string[], string>()

export function compile({ texts, values }: Sql): Compiled {
  if (values.some(value => value instanceof Sql)) {
    const whole: Compiled = { text: '', values: [] }
    append(whole, { texts, values })
    return whole
  }
  let text = constant.get(texts)
  if (text === undefined) {
    text = texts.reduce((start, next, n) => `${start}$${n}${next}`)
    constant.set(texts, text)
  }
  return { text, values: [...values] }
}

function append(whole: Compiled, { texts, values }: Sql): void {
  whole.text += texts[0] ?? ''
  values.forEach((value, n) => {
    if (value instanceof Sql) append(whole, value)
    else whole.text += `$${whole.values.push(value)}`
    whole.text += texts[n + 1] ?? ''
  })
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Writes SQL as a template. Every value becomes a bound parameter, never text; a value that is
 * itself `sql` is inserted with its own values.
 */
export const sql = Object.assign(
  <Row = unknown>(texts: TemplateStringsArray, ...values: unknown[]) => new Sql<Row>(texts, values),
  {
    /** Text as it is. Never pass what came from outside. */
    raw: <Row = unknown>(text: string) => new Sql<Row>([text], []),
    /**
     * A number in the text itself, for facts that never change, such as the number of a state:
     * the plan stays that of a written number and can use partial indexes (`where state = 1`).
     * Values of a request are parameters.
     */
    literal: (value: number) => {
      if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no integer`)
      return new Sql([String(value)], [])
    },
    /** A quoted name: `sql.id('ledger', 'entry')` is `"ledger"."entry"`. */
    id: (...names: string[]) => new Sql([names.map(quoted).join('.')], []),
    /** Several pieces, one after the other, with `between` between them. */
    join: (pieces: readonly unknown[], between: Sql = new Sql([', '], [])) =>
      new Sql(
        Array.from({ length: pieces.length * 2 }, () => ''),
        pieces.flatMap((piece, n) => (n === 0 ? [piece] : [between, piece])),
      ),
  },
)
