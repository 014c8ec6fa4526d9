import { masked } from '../../ui/values/masked.ts'

/** Where money goes, on one line; a holder's name cannot turn the direction of the number. */
export function Payee({ card }: { card: { bank: string; bank_owner: string; bank_no: string } }) {
  return (
    <>
      {card.bank} <bdi>{card.bank_owner}</bdi> {masked(card.bank_no)}
    </>
  )
}
