import type { Group } from '../console/brands/group.ts'
import type { Directory, ListedBrand } from './directory.ts'

type Others = {
  /** The origin of a brand; null for one that is not here. */
  publicUrlOf(code: string): string | null
  servicesOf: Group['servicesOf']
}

/** What one brand may know of the others. */
export function groupOf(
  { brandId, code }: ListedBrand,
  directory: Directory,
  { publicUrlOf, servicesOf }: Others,
): Group {
  return {
    code,
    servicesOf,
    brandsOf: operatorId => directory.brandsOf(brandId, operatorId),
    wayInto: async (brand, agent) => {
      const origin = publicUrlOf(brand.code)
      if (origin === null) throw new Error(`the brand ${brand.code} does not run here`)
      const ticket = await directory.issue(brandId, brand, agent)
      // Behind `#` no server, proxy or log reads it.
      return `${origin}/console/#/enter?ticket=${ticket}`
    },
    take: (ticket, agent) => directory.take(brandId, ticket, agent),
  }
}
