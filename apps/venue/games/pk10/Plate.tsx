/** A car's number on its colour. */
export function Plate({ car }: { car: number }) {
  return <b className={`plate car${car}`}>{car}</b>
}
