import type { Category } from '@tianping/contract/games/facts'

/** What stands for a game, or a venue, until somebody gives it a picture. */
export const categoryPictures: Readonly<Record<Category, string>> = {
  realbet: '/art/tile-live-4.webp',
  sport: '/art/tile-sport.webp',
  gaming: '/art/tile-esport.webp',
  joker: '/art/tile-cards.webp',
  concise: '/art/game-slot.webp',
  lottery: '/art/tile-lottery.webp',
}

/** The games whose own pictures the site brings. */
const gamePictures: Readonly<Record<string, string>> = {
  orchard3: '/art/tile-slots-2.webp',
  koi5: '/art/tile-slots-5.webp',
  moon5: '/art/tile-slots-6.webp',
  fortune3: '/art/tile-slots.webp',
  jewel3: '/art/tile-slots-11.webp',
  koi3: '/art/tile-slots-3.webp',
  peach5: '/art/tile-slots-7.webp',
  gems5: '/art/tile-slots-8.webp',
  journey3: '/art/tile-slots-4.webp',
  journey5: '/art/tile-slots-9.webp',
  dragon5: '/art/tile-slots-10.webp',
  bac: '/art/tile-live.webp',
  dt: '/art/tile-live-2.webp',
  niu: '/art/tile-cards-2.webp',
  rb: '/art/tile-redblack.webp',
  k3: '/art/tile-k3.webp',
  ssc: '/art/tile-ssc.webp',
  pk10: '/art/tile-pk10.webp',
  football: '/art/tile-sport.webp',
  esport: '/art/tile-esport.webp',
}

/** The picture of a new game: its own, or what stands for its category. */
export const pictureOf = (category: Category, gameCode: string): string =>
  gamePictures[gameCode] ?? categoryPictures[category]
