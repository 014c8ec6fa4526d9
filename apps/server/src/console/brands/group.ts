import type { Services } from '../../kernel/http/services.ts'

declare module '../../kernel/http/services.ts' {
  interface Services {
    /** The other brands of the deployment; null where there is one site. */
    group: Group | null
  }
}

/** A brand that one person works for, and which of its operators this person is. */
export type BrandOfPerson = {
  brandId: bigint
  code: string
  name: string
  state: 'open' | 'paused' | 'closed'
  operatorId: bigint
  person: string
}

/** What one brand's back office may know of the others: through the directory, and by name only. */
export type Group = {
  /** The code of this brand. */
  readonly code: string
  /** The brands of an operator of this brand, this one included; none for who works here alone. */
  brandsOf(operatorId: bigint): Promise<BrandOfPerson[]>
  /** A way into the back office of another brand: an address that counts once and for 30 s. */
  wayInto(brand: BrandOfPerson, agent: string): Promise<string>
  /** Takes the ticket of such an address; which operator of this brand came, and from where. */
  take(ticket: string, agent: string): Promise<{ operatorId: bigint; from: string } | undefined>
  /** A brand as it runs in this process; null while it does not. */
  servicesOf(code: string): Services | null
}
