// Slot symbols in a 96 x 96 box: enamel fills, gold wire, one soft shadow below. Pure text, no file
// and no clock.

export const WIRE = 'stroke="url(#wire)" stroke-linejoin="round" stroke-linecap="round"'
export const under = (rx = 28, cy = 88) =>
  `<ellipse cx="48" cy="${cy}" rx="${rx}" ry="5" fill="url(#e-under)"/>`
export const fill = (d: string, paint: string, width = 2.2) =>
  `<path d="${d}" fill="url(#e-${paint})" ${width ? `${WIRE} stroke-width="${width}"` : ''}/>`
export const line = (d: string, width = 1.4, colour = 'url(#wire)', opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`
export const shine = (d: string, opacity = 0.55, width = 2.4) => line(d, width, '#fff', opacity)
export const dot = (x: number, y: number, r: number, colour: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`
export const mirror = (drawing: string) =>
  drawing + `<g transform="matrix(-1 0 0 1 96 0)">${drawing}</g>`
export const FONT = 'PingFang SC,HarmonyOS Sans SC,MiSans,Noto Sans CJK SC,sans-serif'
export const ribbon = (text: string, paint: string) =>
  `<path d="M14 74 20 71H76L82 74 78 80 82 86 76 89H20L14 86 18 80Z" fill="url(#e-${paint})" ${WIRE} stroke-width="1.8"/><text x="48" y="85.6" font-size="14.5" font-weight="700" text-anchor="middle" fill="#FFF6DC" letter-spacing="1.5" font-family="${FONT}">${text}</text>`

/** A carp: its body, the patches on it, its fins. */
function carp(id: string, body: string, patches: string, fins: string) {
  const shape = 'M83 12C96 22 95 43 83 54 70 65 53 63 37 75 30 63 31 50 37 41 46 24 66 7 83 12Z'
  return (
    under(26, 90) +
    '<g transform="translate(-1 2) scale(.96)">' +
    fill('M41 66C29 62 15 67 5 83 15 78 22 79 26 82 25 87 26 91 29 94 35 88 42 80 43 71Z', fins) +
    line('M38 70C28 70 18 74 11 80M40 73C35 78 31 84 30 90', 1.1, '#FFF6DC', 0.7) +
    fill('M41 40C35 25 42 11 57 6 55 12 58 17 65 18 56 23 48 30 41 40Z', fins) +
    line('M46 28C45 21 48 15 53 11', 1.1, '#FFF6DC', 0.7) +
    fill('M64 58C76 65 77 78 69 89 63 81 56 75 51 64Z', fins) +
    line('M62 65C67 70 70 77 69 83', 1.1, '#FFF6DC', 0.7) +
    fill(shape, body, 0) +
    `<clipPath id="${id}k"><path d="${shape}"/></clipPath><g clip-path="url(#${id}k)">${patches}<g fill="none" stroke="#7A2A12" stroke-opacity=".32" stroke-width="1.1">${[0, 1, 2, 3, 4, 5].map(i => `<path d="M${66 - i * 5} ${24 + i * 6}c5 1 8 5 7 10M${60 - i * 5} ${27 + i * 6}c5 1 8 5 7 10M${71 - i * 5} ${34 + i * 5}c4 1 6 4 5 9"/>`).join('')}</g><path d="M84 48C70 62 52 62 36 76L90 80V40Z" fill="#5b1406" opacity=".22"/></g>` +
    `<path d="${shape}" fill="none" ${WIRE} stroke-width="2.3"/>` +
    line('M72 17C66 24 67 34 76 44', 1.6) +
    dot(80, 27, 4.6, '#FFF8E4') +
    dot(80.8, 26.6, 2.9, '#15181F') +
    dot(82, 25.4, 1, '#fff') +
    line('M89 31C93 32 94 35 93 38M86 18C90 15 93 16 94 19', 1.6) +
    shine('M47 34C53 24 62 17 70 15', 0.6, 2.2) +
    '</g>'
  )
}

export const FLAME =
  'M48 3C52 12 62 12 66 22 72 18 74 14 73 9 84 18 90 32 86 46 83 62 68 72 48 72 28 72 13 62 10 46 6 32 12 18 23 9 22 14 24 18 30 22 34 12 44 12 48 3Z'
export const petal = (d: string, paint = 'pink') => fill(d, paint, 1.9)

/** Monoline letters in a 60 x 100 box. */
const GLYPHS = {
  A: 'M5 96 30 6 55 96M14 66H46',
  K: 'M10 4V97M54 5 11 57M25 42 57 97',
  Q: 'M30 6C14 6 6 24 6 50 6 76 14 94 30 94 46 94 54 76 54 50 54 24 46 6 30 6ZM33 70 57 98',
  J: 'M47 5V69C47 86 38 94 26 94 14 94 7 87 6 73',
}

/** A card letter in enamel over a line of what its room is made of: waves, clouds, petals. */
export const plate = (letter: keyof typeof GLYPHS, paint: string, ground = WAVES) =>
  under(26, 88) +
  ground +
  `<g transform="translate(29.4 14) scale(.62)" fill="none" stroke-linejoin="round" stroke-linecap="round"><path d="${GLYPHS[letter]}" stroke="#0A0E14" stroke-opacity=".55" stroke-width="30"/><path d="${GLYPHS[letter]}" stroke="url(#l-wire)" stroke-width="26"/><path d="${GLYPHS[letter]}" stroke="url(#l-${paint})" stroke-width="18"/><path d="${GLYPHS[letter]}" stroke="#fff" stroke-opacity=".55" stroke-width="3" transform="translate(-4 -4)"/></g>`
const WAVES =
  line(
    'M10 80C16 72 24 72 30 80 36 72 44 72 50 80 56 72 64 72 70 80 76 72 82 72 88 80',
    2.2,
    '#7FD6E0',
    0.8,
  ) +
  line(
    'M16 86C22 80 28 80 34 86 40 80 46 80 52 86 58 80 64 80 70 86 74 82 78 81 82 84',
    1.6,
    '#7FD6E0',
    0.5,
  )

/**
 * Every picture by its id: `fr` fruit, `fu` fortune, `koi` carp, `xy` journey to the west, `p`
 * props of the scenes.
 */
export const SYMBOLS: Record<string, string> = {
  'fr-7':
    under(24, 90) +
    `<path d="M14 10H84V28C66 44 56 62 54 88H30C32 64 42 46 58 32H32L28 40H14Z" fill="url(#e-ruby)" ${WIRE} stroke-width="3" transform="translate(4 2)"/>` +
    shine('M24 19H76', 0.65, 3) +
    shine('M62 42C54 54 48 66 46 80', 0.35, 3),
  'fr-R':
    under(34, 84) +
    `<rect x="5" y="24" width="86" height="48" rx="10" fill="url(#e-ink)" ${WIRE} stroke-width="2.6"/><rect x="11" y="30" width="74" height="36" rx="6" fill="none" stroke="#E3B55C" stroke-opacity=".7" stroke-width="1.4"/>` +
    `<g fill="none" stroke="url(#wire)" stroke-width="6.4" stroke-linejoin="round"><path d="M19 37H27C35 37 35 47 27 47H19V37ZM19 47H28C37 47 37 59 28 59H19V47M19 36V60M40 61 49 37 58 61M43.4 53H54.6M66 61V37H74C82 37 82 49 74 49H66M74 49 80 61"/></g>`,
  'fr-B':
    under(28, 90) +
    fill('M42 12C42 4 54 4 54 12Z', 'gold', 1.6) +
    fill(
      'M48 10C66 10 70 26 72 44 74 58 80 64 86 72H10C16 64 22 58 24 44 26 26 30 10 48 10Z',
      'gold',
      2.4,
    ) +
    fill('M8 70H88V78C88 80 86 80 84 80H12C10 80 8 80 8 78Z', 'orange', 1.8) +
    `<circle cx="48" cy="84" r="7.4" fill="url(#e-orange)" ${WIRE} stroke-width="1.6"/>` +
    shine('M34 50C34 36 36 26 42 20', 0.85, 5) +
    line('M24 58H72', 2, '#9C5B12', 0.5),
  'fr-C':
    under(30, 90) +
    line('M30 58C32 36 44 20 66 8M70 62C72 42 70 24 66 8', 3.6, '#5F9A3A') +
    fill('M66 8C78 4 90 10 94 22 82 26 70 20 66 8Z', 'leaf', 1.6) +
    `<circle cx="27" cy="68" r="20" fill="url(#e-ruby)" ${WIRE} stroke-width="2"/><circle cx="69" cy="70" r="20" fill="url(#e-ruby)" ${WIRE} stroke-width="2"/>` +
    shine('M15 64C17 58 20 55 25 53', 0.85, 3.6) +
    shine('M57 66C59 60 62 57 67 55', 0.85, 3.6),
  'fr-L':
    under(30, 86) +
    `<g transform="rotate(-24 48 48)"><path d="M4 50C8 46 12 44 16 38 24 22 36 18 48 18 62 18 74 24 80 38 84 44 88 46 92 50 88 54 84 56 80 62 74 76 62 80 48 80 36 80 24 76 16 62 12 56 8 54 4 50Z" fill="url(#lemon)" ${WIRE} stroke-width="2.3"/><path d="M24 42C28 32 36 27 46 26" stroke="#fff" stroke-opacity=".85" stroke-width="4.4" fill="none" stroke-linecap="round"/></g>` +
    fill('M66 20C74 8 86 8 94 14 88 24 76 28 66 20Z', 'leaf', 1.6),
  'fr-P':
    under(28, 90) +
    line('M48 22C48 14 52 8 58 4', 3.4, '#7A5A2A') +
    fill('M52 18C60 8 74 6 84 12 78 24 64 28 52 18Z', 'leaf', 1.6) +
    fill(
      'M48 22C66 14 86 28 84 52 82 76 64 90 48 90 32 90 14 76 12 52 10 28 30 14 48 22Z',
      'amethyst',
      2.3,
    ) +
    line('M48 22C42 42 42 66 46 88', 2, '#2E0F58', 0.5) +
    shine('M22 48C23 40 27 34 33 31', 0.8, 4.6),
  'fr-W':
    `<circle cx="48" cy="42" r="46" fill="url(#e-glow)"/>` +
    fill('M48 2 58 28 86 28 64 46 72 74 48 58 24 74 32 46 10 28 38 28Z', 'gold', 2.4) +
    `<path d="M48 2 48 42 58 28ZM86 28 48 42 64 46ZM72 74 48 42 48 58ZM24 74 48 42 32 46ZM10 28 48 42 38 28Z" fill="#fff" opacity=".32"/>` +
    ribbon('×2', 'ruby'),
  'koi-A': carp(
    'koi-A',
    'ivory',
    `<path d="M62 6C82 2 84 20 74 26 62 31 56 20 62 6Z" fill="#E23A28"/><path d="M42 34C56 28 66 38 61 50 54 60 42 52 42 34Z" fill="#E23A28"/><path d="M30 62C38 54 48 58 46 66 42 74 34 78 30 62Z" fill="#E23A28"/>`,
    'ruby',
  ),
  'koi-B': carp(
    'koi-B',
    'gold',
    `<path d="M60 10C80 6 82 18 70 26 60 30 56 20 60 10Z" fill="#F28A1E" opacity=".75"/><path d="M40 46C54 40 60 48 54 56 46 62 38 58 40 46Z" fill="#F28A1E" opacity=".65"/>`,
    'orange',
  ),
  'koi-C':
    under(32, 86) +
    fill('M8 66C20 58 76 58 88 66 84 80 66 86 48 86 30 86 12 80 8 66Z', 'leaf') +
    line('M48 84V68M48 70 20 67M48 70 76 67M30 80 48 70 66 80', 1, '#E6F7C2', 0.6) +
    mirror(petal('M46 70C30 74 14 68 6 52 22 48 36 54 46 70Z')) +
    mirror(petal('M46 70C28 66 18 50 20 32 34 38 44 50 46 70Z')) +
    mirror(petal('M48 70C34 60 28 40 36 20 46 30 50 46 48 70Z')) +
    petal('M48 72C36 60 36 36 48 14 60 36 60 60 48 72Z') +
    line(
      'M48 22C44 36 43 50 48 66M40 28C38 40 40 52 45 62M56 28C58 40 56 52 51 62',
      1,
      '#fff',
      0.55,
    ) +
    petal(
      'M48 74C40 70 36 60 38 50 46 54 49 62 48 74ZM48 74C56 70 60 60 58 50 50 54 47 62 48 74Z',
    ) +
    dot(48, 68, 3.4, '#FFE08A') +
    dot(43.6, 66, 1.7, '#FFE08A') +
    dot(52.4, 66, 1.7, '#FFE08A'),
  'koi-D':
    under(36, 84) +
    fill(
      'M4 40C8 56 16 74 30 80H66C80 74 88 56 92 40 82 52 66 56 48 56 30 56 14 52 4 40Z',
      'gold',
      2,
    ) +
    `<ellipse cx="48" cy="46" rx="37" ry="11" fill="url(#e-orange)"/>` +
    fill(
      'M4 40C10 33 22 36 30 40 26 45 22 48 18 50 10 48 6 45 4 40ZM92 40C86 33 74 36 66 40 70 45 74 48 78 50 86 48 90 45 92 40Z',
      'gold',
      1.8,
    ) +
    fill('M26 50C26 30 34 18 48 18 62 18 70 30 70 50 62 57 34 57 26 50Z', 'gold', 2) +
    shine('M34 42C34 32 39 25 46 23', 0.8, 3.2) +
    shine('M16 58C20 67 25 73 31 75', 0.6, 2.6) +
    line('M34 68H62M40 62V75M56 62V75', 2.4, '#9C5B12', 0.75),
  'koi-E':
    under(14, 92) +
    line('M48 4V22', 2.6, '#D6402F') +
    fill('M41 10C45 4 51 4 55 10 51 16 45 16 41 10Z', 'ruby', 1.5) +
    `<path fill-rule="evenodd" d="M48 18A26 26 0 1 1 48 70 26 26 0 1 1 48 18ZM48 35A9 9 0 1 0 48 53 9 9 0 1 0 48 35Z" fill="url(#e-jade)" ${WIRE} stroke-width="2.2"/>` +
    `<circle cx="48" cy="44" r="17.5" fill="none" stroke="#DFFFEA" stroke-opacity=".75" stroke-width="1.6" stroke-dasharray="6 4.2"/>` +
    shine('M30 34C34 27 40 23.4 46 22.6', 0.75, 3) +
    line('M48 70V76', 2.6, '#D6402F') +
    fill('M42 75H54L52 81H44Z', 'gold', 1.2) +
    line('M45 82 43 94M48 82V95M51 82 53 94', 2.4, '#D6402F'),
  'koi-F':
    under(20, 92) +
    line('M48 4V12', 2) +
    fill('M36 12H60L57 20H39Z', 'gold', 1.4) +
    fill('M38 19C14 22 10 60 38 68H58C86 60 82 22 58 19Z', 'ruby', 2.2) +
    line('M42 20C28 30 28 58 42 67M54 20C68 30 68 58 54 67M48 20V67', 1.5, '#FFD79A', 0.75) +
    `<ellipse cx="48" cy="44" rx="16" ry="20" fill="#FFD27A" opacity=".26"/>` +
    shine('M25 36C26 30 29 26 33 24', 0.6, 3) +
    fill('M38 67H58L56 74H40Z', 'gold', 1.4) +
    line('M42 75V88M48 75V93M54 75V88', 2.6, '#F0C060'),
  'koi-G': plate('A', 'ruby'),
  'koi-H': plate('K', 'sapphire'),
  'koi-I': plate('Q', 'jade'),
  'koi-W':
    `<circle cx="48" cy="44" r="46" fill="url(#e-glow)" opacity=".7"/>` +
    fill('M20 34H28V74H20ZM68 34H76V74H68ZM36 36H42V72H36ZM54 36H60V72H54Z', 'ruby', 1.4) +
    fill(
      'M2 32C12 32 16 28 18 20H78C80 28 84 32 94 32 92 38 88 40 82 40H14C8 40 4 38 2 32Z',
      'teal',
      1.9,
    ) +
    fill('M22 20C28 18 30 14 31 8H65C66 14 68 18 74 20Z', 'teal', 1.9) +
    line('M26 34V26M34 34V26M42 34V26M54 34V26M62 34V26M70 34V26', 1.2, '#CFF6F0', 0.6) +
    fill('M32 40H64V52H32Z', 'sapphire', 1.6) +
    dot(48, 46, 4, '#FFE39A') +
    fill('M16 72C22 62 32 62 36 72 40 62 56 62 60 72 64 62 74 62 80 72V76H16Z', 'sapphire', 1.4) +
    dot(48, 6, 3.4, '#FFE39A') +
    ribbon('×2', 'sapphire'),
  'fu-W':
    `<circle cx="48" cy="46" r="47" fill="url(#e-glow)"/>` +
    fill(FLAME, 'ruby', 2) +
    fill(
      'M48 14C51 20 58 22 62 29 67 28 70 26 72 23 78 32 80 42 76 51 71 62 61 67 48 67 35 67 25 62 20 51 16 42 18 32 24 23 26 26 29 28 34 29 38 22 45 20 48 14Z',
      'orange',
      0,
    ) +
    `<circle cx="48" cy="44" r="21.5" fill="url(#e-pearl)" ${WIRE} stroke-width="2"/>` +
    line('M48 44C52 38 60 41 58 48 56 56 44 57 38 50 32 42 38 31 49 31', 2.2, '#B56A16', 0.55) +
    `<ellipse cx="41" cy="35" rx="8" ry="5" fill="#fff" opacity=".85" transform="rotate(-32 41 35)"/>` +
    ribbon('×2', 'ruby'),
  'xy-A':
    under(28, 92) +
    mirror(
      fill('M30 26C22 14 18 6 6 2 8 14 14 24 26 34Z', 'ruby', 1.6) +
        line('M27 28C20 20 15 12 10 6', 1.1, '#FFE3B0', 0.8) +
        `<circle cx="15" cy="54" r="9.5" fill="url(#e-skin)" ${WIRE} stroke-width="1.8"/>` +
        dot(16, 54, 4.6, '#C9774A'),
    ) +
    fill(
      'M48 20C68 20 80 34 80 54 80 76 64 90 48 90 32 90 16 76 16 54 16 34 28 20 48 20Z',
      'orange',
    ) +
    fill(
      'M48 46C50 36 60 32 68 37 76 43 74 56 68 62 70 76 60 84 48 84 36 84 26 76 28 62 22 56 20 43 28 37 36 32 46 36 48 46Z',
      'skin',
      1.6,
    ) +
    `<path d="M48 50C52 40 62 38 67 43 72 49 70 57 64 60 58 62 52 58 48 62 44 58 38 62 32 60 26 57 24 49 29 43 34 38 44 40 48 50Z" fill="#DB3B2A"/>` +
    mirror(
      `<ellipse cx="37" cy="50" rx="6.6" ry="6" fill="#FFF3CF"/>` +
        dot(38, 50, 4.1, '#E29A1C') +
        dot(38, 50, 2.5, '#1A120C') +
        dot(36.9, 48.6, 1.1, '#fff') +
        line('M28 40C32 36 38 36 43 41', 2, '#5B1E0C'),
    ) +
    line('M44 66C46 68 50 68 52 66', 2, '#7A3A1C') +
    line('M37 73C43 79 53 79 59 73', 2.4, '#8E2A1C') +
    fill('M18 36C26 24 70 24 78 36L76 42C66 32 30 32 20 42Z', 'gold', 1.8) +
    fill('M48 34C42 32 40 24 44 18 46 22 50 22 52 18 56 24 54 32 48 34Z', 'gold', 1.6) +
    dot(48, 27, 3, '#DB3B2A') +
    shine('M24 34C32 28 40 27 46 27', 0.6, 1.6),
  'xy-B':
    under(30, 92) +
    mirror(
      fill('M26 34C10 22 2 30 4 48 8 60 18 62 26 56Z', 'rose', 2) +
        line('M20 40C12 36 9 42 11 50', 2, '#8f3a34', 0.6),
    ) +
    fill(
      'M48 22C70 22 82 38 82 56 82 78 66 90 48 90 30 90 14 78 14 56 14 38 26 22 48 22Z',
      'rose',
    ) +
    fill('M22 32C24 16 36 8 48 8 60 8 72 16 74 32 60 26 36 26 22 32Z', 'ink', 1.9) +
    fill('M20 34C34 25 62 25 76 34L75 40C62 31 34 31 21 40Z', 'gold', 1.5) +
    dot(48, 30.6, 3.4, '#2FAF79') +
    mirror(
      `<ellipse cx="34" cy="50" rx="5.4" ry="6" fill="#FFF8EA"/>` +
        dot(35, 51, 3.6, '#20140f') +
        dot(34, 49.6, 1.2, '#fff') +
        line('M26 43C30 40 36 40 40 43', 2.2, '#6B241C'),
    ) +
    `<ellipse cx="48" cy="65" rx="16" ry="12" fill="url(#e-pink)" ${WIRE} stroke-width="1.8"/>` +
    mirror(`<ellipse cx="42" cy="65" rx="3.2" ry="4.6" fill="#7E2430"/>`) +
    line('M34 80C42 86 54 86 62 80', 2.2, '#7E2430') +
    mirror(dot(23, 64, 5, '#F59A92')),
  'xy-C':
    under(30, 90) +
    mirror(
      fill('M22 60C6 54 2 38 8 22 22 28 32 40 33 58Z', 'ruby', 1.9) +
        fill('M34 58C22 46 20 28 28 12 40 22 46 40 44 58Z', 'ruby', 1.9) +
        dot(16, 40, 3, '#FFE08A') +
        dot(31, 34, 3.4, '#FFE08A') +
        line('M11 28C16 34 22 44 25 54M29 20C34 30 37 44 38 54', 1.1, '#FFD9A0', 0.6),
    ) +
    fill('M48 60C36 46 34 24 48 4 62 24 60 46 48 60Z', 'ruby', 2) +
    `<circle cx="48" cy="32" r="7.4" fill="url(#e-gold)" ${WIRE} stroke-width="1.3"/>` +
    line('M48 26V38M42 32H54', 1.8, '#8A3A12') +
    fill('M14 58C30 50 66 50 82 58L79 76C62 68 34 68 17 76Z', 'gold', 2) +
    dot(48, 62, 4.4, '#2FAF79') +
    dot(32, 64, 3.2, '#3A6CE0') +
    dot(64, 64, 3.2, '#3A6CE0') +
    dot(22, 67, 2.4, '#DB3B2A') +
    dot(74, 67, 2.4, '#DB3B2A') +
    fill('M18 77C34 69 62 69 78 77L77 84C62 77 34 77 19 84Z', 'amethyst', 1.6) +
    shine('M20 60C30 55 40 54 46 54', 0.7, 2),
  'xy-D':
    under(28, 90) +
    fill('M52 78C66 84 82 80 92 68 78 64 62 66 52 78Z', 'leaf', 1.8) +
    fill('M44 78C30 84 14 80 4 68 18 64 34 66 44 78Z', 'leaf', 1.8) +
    line('M60 76C70 76 80 73 86 69M36 76C26 76 16 73 10 69', 1.2, '#EDFBD0', 0.7) +
    fill(
      'M48 6C56 18 82 26 82 52 82 74 66 86 48 86 30 86 14 74 14 52 14 26 40 18 48 6Z',
      'pink',
      2.3,
    ) +
    `<path d="M48 6C44 18 24 28 24 52 24 70 34 82 48 86 30 86 14 74 14 52 14 26 40 18 48 6Z" fill="#FFF1C9" opacity=".55"/><path d="M48 6C52 30 54 56 48 86" fill="none" stroke="#B4305C" stroke-width="2" opacity=".5"/><path d="M60 22C76 32 82 48 78 62 72 44 64 34 60 22Z" fill="#D93764" opacity=".45"/>` +
    shine('M26 44C28 36 33 30 39 26', 0.85, 4),
  'xy-E':
    under(24, 92) +
    line('M48 12C52 4 60 4 63 9', 3.4, '#6E8F3A') +
    fill(
      'M48 10C58 10 63 18 63 27 63 34 60 38 60 42 60 46 76 50 76 68 76 84 64 92 48 92 32 92 20 84 20 68 20 50 36 46 36 42 36 38 33 34 33 27 33 18 38 10 48 10Z',
      'amethyst',
      2.3,
    ) +
    shine('M29 66C30 60 33 56 37 53', 0.7, 3.6) +
    shine('M39 25C40 20 42 17 46 16', 0.7, 3) +
    line('M26 60C36 66 60 66 70 60M24 72C36 79 60 79 72 72', 1.6, '#F3CD7E', 0.75) +
    fill('M34 38C40 42 56 42 62 38L63 45C56 49 40 49 33 45Z', 'ruby', 1.4) +
    fill('M60 42C70 40 78 46 82 56 76 55 72 56 70 60 66 52 62 48 58 46Z', 'ruby', 1.4),
  'xy-F':
    under(18, 94) +
    fill(
      'M48 66C26 66 8 50 10 26 12 12 30 4 48 8 66 4 84 12 86 26 88 50 70 66 48 66Z',
      'jade',
      2.3,
    ) +
    line(
      'M48 66V12M48 66C38 50 30 32 26 14M48 66C58 50 66 32 70 14M48 66C34 56 20 44 13 28M48 66C62 56 76 44 83 28',
      1.4,
      '#E4FFE9',
      0.6,
    ) +
    shine('M18 22C22 16 28 13 34 12', 0.7, 3) +
    fill('M40 62C44 58 52 58 56 62L53 72H43Z', 'ruby', 1.5) +
    fill('M45 72H51L52 90C50 93 46 93 44 90Z', 'gold', 1.5) +
    line('M46 78H50M46 84H50', 1.6, '#8A4A12', 0.8),
  'xy-W':
    `<circle cx="48" cy="44" r="47" fill="url(#e-glow)"/>` +
    `<g transform="rotate(45 48 40)"><rect x="41.5" y="-10" width="13" height="100" rx="3" fill="url(#e-ruby)" ${WIRE} stroke-width="1.8"/><rect x="40" y="-11" width="16" height="20" rx="4" fill="url(#e-gold)" ${WIRE} stroke-width="1.6"/><rect x="40" y="71" width="16" height="20" rx="4" fill="url(#e-gold)" ${WIRE} stroke-width="1.6"/><path d="M45 12V68" stroke="#fff" stroke-opacity=".5" stroke-width="2.4"/><path d="M44 24 52 30 44 36 52 42 44 48 52 54" fill="none" stroke="#FFE39A" stroke-width="1.8"/></g>` +
    line('M14 20 20 26M8 36H16M80 60 86 64M30 8 32 14M84 14 78 20', 2.4, '#FFE9A8', 0.9) +
    ribbon('×2', 'ruby'),
  'p-staff': `<g transform="rotate(45 48 48)"><rect x="41.5" y="-6" width="13" height="108" rx="3" fill="url(#e-ruby)" ${WIRE} stroke-width="1.8"/><rect x="40" y="-8" width="16" height="20" rx="4" fill="url(#e-gold)" ${WIRE} stroke-width="1.6"/><rect x="40" y="84" width="16" height="20" rx="4" fill="url(#e-gold)" ${WIRE} stroke-width="1.6"/><path d="M45 14V82" stroke="#fff" stroke-opacity=".5" stroke-width="2.4"/><path d="M44 28 52 34 44 40 52 46 44 52 52 58 44 64 52 70" fill="none" stroke="#FFE39A" stroke-width="1.8"/></g>`,
  'p-gate':
    fill('M18 34H27V92H18ZM69 34H78V92H69ZM35 38H42V92H35ZM54 38H61V92H54Z', 'ruby', 1.4) +
    fill(
      'M0 32C12 32 16 28 18 20H78C80 28 84 32 96 32 94 39 90 41 82 41H14C6 41 2 39 0 32Z',
      'teal',
      1.9,
    ) +
    fill('M22 20C28 18 30 14 31 8H65C66 14 68 18 74 20Z', 'teal', 1.9) +
    line('M26 34V26M34 34V26M42 34V26M54 34V26M62 34V26M70 34V26', 1.2, '#CFF6F0', 0.6) +
    fill('M30 42H66V56H30Z', 'sapphire', 1.6) +
    `<text x="48" y="53.4" font-size="12" font-weight="700" text-anchor="middle" fill="#FFE9B8" letter-spacing="2" font-family="Noto Sans CJK SC,PingFang SC,sans-serif">龙门</text>` +
    dot(48, 6, 3.4, '#FFE39A'),
  'fu-R':
    under(30, 91) +
    fill('M48 3 93 48 48 93 3 48Z', 'ruby', 2.6) +
    '<path d="M48 12 84 48 48 84 12 48Z" fill="none" stroke="#F3CD7E" stroke-opacity=".85" stroke-width="1.6"/>' +
    `<text x="48" y="63" font-size="42" font-weight="700" text-anchor="middle" fill="#FFE3A0" stroke="#8A3A12" stroke-width=".8" font-family="${FONT}">福</text>` +
    shine('M18 45 45 18', 0.5, 3),
  'fu-B':
    under(30, 90) +
    `<path fill-rule="evenodd" d="M48 8A38 38 0 1 1 48 84 38 38 0 1 1 48 8ZM37 35V57H59V35Z" fill="url(#e-gold)" ${WIRE} stroke-width="2.4"/><circle cx="48" cy="46" r="32.5" fill="none" stroke="#8A5316" stroke-opacity=".6" stroke-width="1.8"/><path d="M35 33H61V59H35Z" fill="none" stroke="#8A5316" stroke-opacity=".7" stroke-width="1.8"/>` +
    ['招 48 30', '财 48 76.5', '进 72 53', '宝 24 53']
      .map(place => place.split(' '))
      .map(
        ([ch, x, y]) =>
          `<text x="${x}" y="${y}" font-size="14.5" font-weight="700" text-anchor="middle" fill="#7A3E0C" font-family="${FONT}">${ch}</text>`,
      )
      .join('') +
    shine('M20 34C24 24 31 18 39 15', 0.75, 3.4),
  'fu-P':
    under(24, 92) +
    fill(
      'M22 8H74C78 8 80 10 80 14V84C80 88 78 90 74 90H22C18 90 16 88 16 84V14C16 10 18 8 22 8Z',
      'ruby',
      2.4,
    ) +
    fill('M16 14C16 10 18 8 22 8H74C78 8 80 10 80 14V30C66 44 30 44 16 30Z', 'orange', 1.8) +
    `<circle cx="48" cy="42" r="12.5" fill="url(#e-gold)" ${WIRE} stroke-width="1.6"/><path d="M43.5 37.5H52.5V46.5H43.5Z" fill="#B4501B" stroke="#8A5316" stroke-width="1.2"/>` +
    line('M30 66H66M36 74H60', 2, '#F3CD7E', 0.75) +
    shine('M23 20V60', 0.4, 3),
}
