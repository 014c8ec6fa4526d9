import { isProtected } from '@tianping/database'
import { secretProblems, type NamedSecret } from '@tianping/venue-protocol'
import type { Merchant } from './merchants.ts'

type Env = Record<string, string | undefined>

const secretsOf = (merchants: Merchant[]): NamedSecret[] =>
  merchants.flatMap(({ name, keys }) =>
    keys.map(key => [`key ${key.id} of merchant ${name}`, key.secret] as const),
  )

function databaseProblem(url: string, tls: string | undefined): string[] {
  if (tls === 'off' || isProtected(url)) return []
  return [
    'VENUE_DATABASE_URL leads to another machine without TLS or without a checked certificate; add sslmode=verify-full, or set DATABASE_TLS=off where the network itself is encrypted',
  ]
}

/** What a venue outside a sandbox does not start with, one sentence each. */
export function productionProblems(
  env: Env,
  merchants: Merchant[],
  operator: { secrets: NamedSecret[]; published: string[] },
): string[] {
  return [
    ...secretProblems([...secretsOf(merchants), ...operator.secrets], operator),
    ...(env['VENUE_PUBLIC_URL']?.startsWith('https://')
      ? []
      : [
          'VENUE_PUBLIC_URL must be the https origin that browsers use, such as https://games.example.com',
        ]),
    ...(env['SANDBOX_FAULTS'] === '1'
      ? ['SANDBOX_FAULTS=1 lets anybody rehearse faults; it is for sandboxes only']
      : []),
    ...databaseProblem(env['VENUE_DATABASE_URL'] ?? '', env['DATABASE_TLS']),
  ]
}
