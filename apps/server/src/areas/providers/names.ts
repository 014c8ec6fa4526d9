import { ownRails } from '@tianping/contract/books/facts'
import { allProviders } from './registry.ts'
import { BATCH } from './setting.ts'

/** What left without a provider, by the codes that payouts carry. */
const own = { ...ownRails, 'by hand': ownRails.hand, [BATCH]: '付款批次' }

/** The name of a provider or of an own rail by its code; an unknown code stands for itself. */
export async function providerNames(
  at: Parameters<typeof allProviders>[0],
): Promise<(code: string) => string> {
  const names = new Map<string, string>([
    ...Object.entries(own),
    ...(await allProviders(at)).map(({ code, value }) => [code, value.name] as const),
  ])
  return code => names.get(code) ?? code
}
