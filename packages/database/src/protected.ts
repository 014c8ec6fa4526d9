import pg from 'pg'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

/**
 * Whether nobody on the way can read or change what is said to the database: it is on this machine
 * (loopback or a socket), or TLS checks its certificate. The driver reads the address, so that this
 * is what it will do.
 */
export function isProtected(url: string): boolean {
  const { host, ssl } = new pg.Client({ connectionString: url }) as { host: string; ssl: unknown }
  if (host.startsWith('/') || LOOPBACK.test(host)) return true
  const trusting = (ssl as { rejectUnauthorized?: boolean }).rejectUnauthorized === false
  return Boolean(ssl) && !trusting
}
