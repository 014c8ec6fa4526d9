import { SANDBOX_MERCHANT } from './sandboxMerchant.ts'

const LEAST_CHARACTERS = 32
/** A random value of 32 hexadecimal digits has fewer once in ten thousand. */
const LEAST_DISTINCT = 10
const REPEATED_PIECE = /^(.{1,16})\1+$/s
const MAKE_ONE = 'make one with: openssl rand -base64 32'

/** Whether a secret can be guessed: too short, too few different characters, or one piece again. */
const isGuessable = (secret: string) =>
  secret.length < LEAST_CHARACTERS ||
  new Set(secret).size < LEAST_DISTINCT ||
  REPEATED_PIECE.test(secret)

/** A setting's name and its value. */
export type NamedSecret = readonly [name: string, secret: string]

function problemOf([name, secret]: NamedSecret, published: readonly string[]): string | null {
  if (secret === '') return `${name} must be set to a secret of your own; ${MAKE_ONE}`
  if (published.includes(secret) || secret === SANDBOX_MERCHANT.key.secret)
    return `${name} must be set to a secret of your own; its value is published with the source`
  if (isGuessable(secret))
    return `${name} is too weak: it needs ${LEAST_CHARACTERS} characters, ${LEAST_DISTINCT} of them different, and no piece repeated; ${MAKE_ONE}`
  return null
}

/**
 * What is wrong with the secrets of a production process, one sentence each: missing, published
 * with the source, weak, or used twice. `old` are secrets that only read what they sealed before.
 */
export function secretProblems(
  secrets: readonly NamedSecret[],
  { published = [], old = [] }: { published?: string[]; old?: readonly NamedSecret[] } = {},
): string[] {
  const names = new Map<string, string[]>()
  for (const [name, secret] of [...secrets, ...old])
    if (secret !== '') names.set(secret, [...(names.get(secret) ?? []), name])
  return [
    ...secrets.map(each => problemOf(each, published)).filter(problem => problem !== null),
    ...[...names.values()]
      .filter(same => same.length > 1)
      .map(same => `${same.join(' and ')} have the same value; give each a secret of its own`),
  ]
}
