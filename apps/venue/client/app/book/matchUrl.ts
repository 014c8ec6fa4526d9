import type { Match } from './wire.ts'

/** The verifier with everything about one match filled in. */
export function matchUrl(code: string, match: Match): string {
  const fields = new URLSearchParams({
    model: code, client_seed: match.salt, nonce: String(match.number), commit: match.commit, terms: JSON.stringify(match.terms), math: match.math_version,
    ...(match.seed ? { server_seed: match.seed } : {}),
  })
  return `/verify#${fields}`
}
