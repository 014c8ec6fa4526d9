import { appIcon } from './draw/appIcon.ts'
import { appScreen, appScreens } from './draw/appScreens.ts'
import { bankCount, bankMark } from './draw/bankMark.ts'
import { clubs, crest } from './draw/crest.ts'
import { readSourceText } from './draw/paint.ts'
import { venueIcon, venues } from './draw/venueIcon.ts'
import { type Picture, bitmap, publicDirectory, vector } from './picture.ts'

const icon = (name: string, svg: () => string, width: number): Picture => ({
  file: `${publicDirectory}/icons/${name}.png`,
  svg,
  format: 'png',
  width,
  maxBytes: 60_000,
})

/**
 * Screens for the download page, small marks that stand in lists, the sponsors' crests, and the
 * icons of the installed app.
 */
export function listPictures(): Picture[] {
  const logo = (): string => readSourceText('logo')
  return [
    ...appScreens.map((look, i) => bitmap(`app-${i + 1}`, () => appScreen(look), 716, 50_000)),
    ...venues.map(venue => bitmap(`venue-${venue.name}`, () => venueIcon(venue), 96, 5_000, 88)),
    ...Array.from({ length: bankCount }, (_, i) =>
      vector(`bank-${i + 1}`, () => bankMark(i), 2_000),
    ),
    ...clubs.map((club, i) => bitmap(`sponsor-${i + 1}`, () => crest(club), 480, 24_000)),
    icon('icon-192', logo, 192),
    icon('icon-512', logo, 512),
    icon('maskable-512', () => appIcon(0.84), 512),
    icon('apple-touch-icon', () => appIcon(1), 180),
    { file: `${publicDirectory}/icons/favicon.svg`, svg: logo, format: 'svg', maxBytes: 2_000 },
  ]
}
