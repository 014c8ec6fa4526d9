import { toWire } from './wire.ts'

type Shape = { method: string; path: string }

/**
 * Where a call goes and what it carries: path fields filled in, the rest in the query of a GET or
 * in the body.
 */
export function targetOf(
  shape: Shape,
  input: Record<string, unknown>,
): { path: string; body: string } {
  const rest: Record<string, unknown> = { ...input }
  const path = shape.path.replace(/:(\w+)/g, (_all, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (shape.method !== 'GET') return { path, body: toWire(rest) }
  const query = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return { path: query ? `${path}?${query}` : path, body: '' }
}
