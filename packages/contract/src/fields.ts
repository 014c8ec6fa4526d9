import { z } from 'zod'

const within = (bound: number) =>
  z
    .union([
      z.number().int(),
      z
        .string()
        .regex(/^-?\d{1,15}$/)
        .transform(Number),
    ])
    .pipe(z.number().min(-bound).max(bound))

/**
 * Integers that deployed clients send as a number or as digits, as wide as the column they are
 * compared with: smallint, integer, and bigint as far as JSON is exact. What is wider answers 400.
 */
export const int2 = within(2 ** 15 - 1)
export const int4 = within(2 ** 31 - 1)
export const int8 = within(Number.MAX_SAFE_INTEGER)

/**
 * An amount as written; the ordered rules judge it, so that the refusal has the document's text.
 */
export const amount = z.union([z.string().max(32), z.number()]).optional()

/**
 * Money in an answer: a number of yuan with at most two decimals
 * (docs/decisions/0016-money-on-the-wire.md).
 */
export const yuan = z
  .number()
  .refine(value => Number.isFinite(value) && Math.abs(value * 100 - Math.round(value * 100)) < 1e-4)

/**
 * Free text of a form field; absent counts as empty, so that the ordered rules can say what is
 * missing. PostgreSQL keeps neither NUL nor half a surrogate pair.
 */
export const text = (max: number) =>
  z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .transform(value => (value ?? '').trim().slice(0, max + 1))
    .pipe(
      z
        .string()
        .max(max)
        .regex(/^[^\0\p{Cs}]*$/u),
    )

/** A secret as typed: never trimmed. */
export const secret = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .transform(value => value ?? '')
  .pipe(z.string().max(128))

export const nothing = z.object({})
export const page = int4
  .optional()
  .transform(value => Math.max(1, value ?? 1))
  .pipe(z.number().max(100_000))

/** 1 today, 2 last 7 days, 3 last 15, 4 last 30 (P1-2.15-05). */
export const dateRange = int8
  .optional()
  .transform(value => (value === 1 || value === 2 || value === 3 ? value : 4))

/** `YYYY-MM-DD HH:mm:ss`, Beijing time (docs/decisions/0017-pages-times-and-date-ranges.md). */
export const time = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

/** A page of a list, Laravel-style (docs/decisions/0017-pages-times-and-date-ranges.md). */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    current_page: z.number().int(),
    last_page: z.number().int().min(1),
    per_page: z.number().int(),
    total: z.number().int(),
  })

export type Words = Readonly<Record<string, string>>
const words = z.registry<Words>()

/** What the values of a field are called, where they have words of their own. */
export function wordsOf(field: z.core.$ZodType): Words {
  if (field instanceof z.ZodUnion)
    return Object.assign({}, ...field.options.map(each => wordsOf(each))) as Words
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return wordsOf(field.unwrap())
  if (field instanceof z.ZodArray) return wordsOf(field.element)
  return words.get(field) ?? {}
}

type Labelled = string | { readonly label: string }
const textsOf = (labels: Readonly<Record<string, Labelled>>): Words =>
  Object.fromEntries(
    Object.entries(labels).map(([name, fact]) => [
      name,
      typeof fact === 'string' ? fact : fact.label,
    ]),
  )

/** One of the names that a fact has labels for. */
export const oneOf = <Name extends string>(labels: Readonly<Record<Name, Labelled>>) =>
  z.enum(Object.keys(labels) as [Name, ...Name[]]).register(words, textsOf(labels))

/** A text that is mostly a name which has a label. */
export const nameOf = (labels: Readonly<Record<string, Labelled>>) =>
  z.string().register(words, textsOf(labels))

/** One of the numbers that a fact has names and labels for. */
export const stateOf = <const Numbers extends Readonly<Record<string, number>>>(
  numbers: Numbers,
  labels: Readonly<Record<keyof Numbers & string, string>>,
) =>
  z
    .enum(numbers)
    .register(
      words,
      Object.fromEntries(
        Object.entries(numbers).map(([name, state]) => [String(state), labels[name] ?? '']),
      ),
    )

export const flag = z.union([z.literal(0), z.literal(1)])
