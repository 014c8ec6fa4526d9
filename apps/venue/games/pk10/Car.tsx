import { keptPicture } from '../../client/kit/keptPicture.ts'

/** A car from the side, in its colour. */
export function Car({ car }: { car: number }) {
  return <img src={keptPicture(`/art/car-${car}.webp`)} alt="" width={64} height={26} />
}
