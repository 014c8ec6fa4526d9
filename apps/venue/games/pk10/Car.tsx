import { cachedPicture } from '../../client/kit/cachedPicture.ts'

/** A car from the side, in its colour. */
export function Car({ car }: { car: number }) {
  return <img src={cachedPicture(`/art/car-${car}.webp`)} alt="" width={64} height={26} />
}
