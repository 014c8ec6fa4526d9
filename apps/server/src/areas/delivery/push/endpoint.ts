// A member's browser names the address that its messages go to, so anybody can name any: only
// addresses of the listed push services are called.
import { isIP } from 'node:net'

const MAX_LENGTH = 1_000

const covers = (service: string, { hostname, origin }: URL): boolean => {
  if (service.includes('://')) return service === origin
  return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service
}

/** An origin stands in the list of a sandbox: a test's own service, on this machine. */
export const isNamedOrigin = (url: URL, services: readonly string[]): boolean =>
  services.includes(url.origin)

const isOuter = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' && port === '' && isIP(hostname) === 0 && !hostname.startsWith('[')

/** The address of a listed push service; null for any other. */
export function endpointOf(typed: string, services: readonly string[]): URL | null {
  if (typed.length > MAX_LENGTH || !URL.canParse(typed)) return null
  const url = new URL(typed)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (!services.some(service => covers(service, url))) return null
  return isNamedOrigin(url, services) || isOuter(url) ? url : null
}
