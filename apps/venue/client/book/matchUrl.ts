import { inLang } from '../words/words.ts'
import type { Match, OneMatch } from './wire.ts'

/**
 * The verifier with everything about one match filled in, its place in the day's chain too once
 * that is told.
 */
export function matchUrl(code: string, match: Match, proof?: OneMatch | null): string {
  const fields = new URLSearchParams({
    model: code,
    client_seed: match.salt,
    nonce: String(match.number),
    commit: match.commit,
    terms: JSON.stringify(match.terms),
    math: match.math_version,
    ...(match.seed ? { server_seed: match.seed } : {}),
    ...(proof?.link && proof.chain
      ? { link: proof.link, place: String(match.place), terminal: proof.chain.terminal }
      : {}),
  })
  return `${inLang('/verify')}#${fields}`
}
