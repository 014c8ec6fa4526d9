import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Noto CJK (OFL): song type for titles, sans in two weights for everything else. */
const files = ['NotoSerifCJK-Bold.ttc', 'NotoSansCJK-Regular.ttc', 'NotoSansCJK-Bold.ttc']

const places = [
  process.env.TIANPING_FONTS,
  '/usr/share/fonts/opentype/noto',
  '/usr/share/fonts/noto-cjk',
  '/usr/share/fonts/google-noto-cjk',
  '/opt/homebrew/share/fonts',
].filter(place => place !== undefined)

/**
 * Paths of the fonts that the pictures are set in. They are needed only to draw the pictures anew,
 * never to build or run. Throws, saying what to install, when they are not on this machine.
 */
export function findFonts(): string[] {
  const place = places.find(candidate => files.every(file => existsSync(join(candidate, file))))
  if (place === undefined) {
    throw new Error(
      `The pictures are set in Noto CJK, and this machine lacks ${files.join(', ')}.\n` +
        'Install them (Debian, Ubuntu: apt-get install fonts-noto-cjk) or name their folder in TIANPING_FONTS.',
    )
  }
  return files.map(file => join(place, file))
}
