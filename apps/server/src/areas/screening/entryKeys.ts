import { createHash } from 'node:crypto'
import type { Entry } from './lists/entry.ts'
import { formsOf } from './names/forms.ts'
import { keysOf } from './names/keys.ts'

/** Keys lie in the database as numbers. */
const numberOf = (key: string): bigint => createHash('md5').update(key).digest().readBigInt64BE()

export const memberKeys = (name: string): bigint[] => keysOf(formsOf(name)).map(numberOf)

/** Members are people: other kinds are found by nothing but their wallets. */
export const entryKeys = ({ kind, names, weakNames }: Entry): bigint[] =>
  kind === 'person' ? [...new Set([...names, ...weakNames].flatMap(name => memberKeys(name)))] : []

/** The same for the same content, whatever the order in which a list gives it. */
export function entryHash(entry: Entry): Buffer {
  const sorted = Object.entries(entry)
    .map(([key, value]): [string, unknown] => [
      key,
      Array.isArray(value) ? value.toSorted() : value,
    ])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest()
}

/**
 * What was compared of a member, the addresses too where those were found: so a change is seen, and
 * the name is not kept twice.
 */
export const subjectDigest = (
  name: string,
  birthday: string | null,
  addresses: string[] = [],
): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, birthday, ...addresses]))
    .digest()
