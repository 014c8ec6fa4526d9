// The shared look of the pictures: enamel gradients with a gold wire. A picture asks for a paint by
// `url(#…)`, and only the paints it uses are written into its file.

const ENAMEL: Record<string, readonly [string, string, string]> = {
  ruby: ['#FF9A80', '#DE3B2C', '#7A1213'],
  orange: ['#FFD795', '#F08B2B', '#97400C'],
  gold: ['#FFF3C9', '#EDC067', '#9C6420'],
  jade: ['#B4F3CE', '#2FAF79', '#0B4F38'],
  teal: ['#A8F0EE', '#219DA4', '#0A4653'],
  sapphire: ['#A9CBFF', '#3A6CE0', '#15286E'],
  amethyst: ['#E3C5FF', '#8A4FD0', '#3D176F'],
  pink: ['#FFE3E9', '#F78CA8', '#AF3660'],
  ivory: ['#FFFFFF', '#F6ECDA', '#CDB690'],
  ink: ['#5A6478', '#2A3140', '#11151D'],
  leaf: ['#C9EE9B', '#5FA843', '#1F4F24'],
  skin: ['#FFE9CF', '#F3BF8E', '#B9763F'],
  rose: ['#FFD3C4', '#E98B7A', '#9E4239'],
  silver: ['#FFFFFF', '#C3CCD8', '#6E7A8C'],
}

const stops = (colours: readonly string[], offsets: readonly number[] = [0, 0.46, 1]) =>
  colours.map((colour, i) => `<stop offset="${offsets[i]}" stop-color="${colour}"/>`).join('')
const soft = (colour: string, offsets: [number, number][]) =>
  offsets
    .map(
      ([offset, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('')

const PAINTS = new Map<string, string>([
  ...Object.entries(ENAMEL).map(
    ([name, colours]) =>
      [
        `e-${name}`,
        `<linearGradient id="e-${name}" x1=".3" y1="0" x2=".62" y2="1">${stops(colours)}</linearGradient>`,
      ] as const,
  ),
  // Letters are strokes, so their enamel is measured on the whole letter and not on each stroke's
  // box.
  ...Object.entries(ENAMEL).map(
    ([name, colours]) =>
      [
        `l-${name}`,
        `<linearGradient id="l-${name}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="14" y2="104">${stops(colours, [0, 0.5, 1])}</linearGradient>`,
      ] as const,
  ),
  [
    'wire',
    `<linearGradient id="wire" gradientUnits="userSpaceOnUse" x1="0" y1="4" x2="0" y2="92">${stops(['#FFF4CF', '#E3B55C', '#8F5B1C'], [0, 0.5, 1])}</linearGradient>`,
  ],
  [
    'l-wire',
    `<linearGradient id="l-wire" gradientUnits="userSpaceOnUse" x1="0" y1="-8" x2="0" y2="108">${stops(['#FFF4CF', '#E3B55C', '#8F5B1C'], [0, 0.5, 1])}</linearGradient>`,
  ],
  [
    'lemon',
    `<linearGradient id="lemon" x1=".3" y1="0" x2=".6" y2="1">${stops(['#FFF9B8', '#F6D229', '#A87A06'], [0, 0.5, 1])}</linearGradient>`,
  ],
  [
    'e-pearl',
    `<radialGradient id="e-pearl" cx=".36" cy=".3" r=".8">${stops(['#FFFDF2', '#FFE6A6', '#E29A35', '#8A4A10'], [0, 0.35, 0.75, 1])}</radialGradient>`,
  ],
  [
    'e-glow',
    `<radialGradient id="e-glow">${soft('#FFE7A8', [[0, 0.85]])}${soft('#F2B84B', [
      [0.6, 0.28],
      [1, 0],
    ])}</radialGradient>`,
  ],
  [
    'e-under',
    `<radialGradient id="e-under">${soft('#000', [
      [0, 0.5],
      [1, 0],
    ])}</radialGradient>`,
  ],
  [
    'sky-red',
    `<linearGradient id="sky-red" x1="0" y1="0" x2="0" y2="1">${stops(['#3A0D12', '#8A2A22'], [0, 1])}</linearGradient>`,
  ],
  [
    'sky-gold',
    `<linearGradient id="sky-gold" x1="0" y1="0" x2="0" y2="1">${stops(['#43080C', '#8C1F1B', '#B8651F'], [0, 0.6, 1])}</linearGradient>`,
  ],
  [
    'sky-night',
    `<linearGradient id="sky-night" x1="0" y1="0" x2="0" y2="1">${stops(['#071626', '#12404F', '#1B6069'], [0, 0.6, 1])}</linearGradient>`,
  ],
  [
    'sky-dusk',
    `<linearGradient id="sky-dusk" x1="0" y1="0" x2="0" y2="1">${stops(['#23113A', '#7E3050', '#D9783F'], [0, 0.5, 0.85])}</linearGradient>`,
  ],
  [
    'sky-moon',
    `<linearGradient id="sky-moon" x1="0" y1="0" x2="0" y2="1">${stops(['#0B0A2C', '#2A2470', '#5A4A9E'], [0, 0.6, 1])}</linearGradient>`,
  ],
  [
    'sky-dawn',
    `<linearGradient id="sky-dawn" x1="0" y1="0" x2="0" y2="1">${stops(['#1C6E7A', '#7CC0A0', '#FBD9B8'], [0, 0.55, 1])}</linearGradient>`,
  ],
  [
    'sky-cave',
    `<linearGradient id="sky-cave" x1="0" y1="0" x2="0" y2="1">${stops(['#1A0836', '#4A1E86', '#8A4FD0'], [0, 0.6, 1])}</linearGradient>`,
  ],
  [
    'water',
    `<linearGradient id="water" x1="0" y1="0" x2="0" y2="1">${stops(['#2A8087', '#0A2F3B'], [0, 1])}</linearGradient>`,
  ],
  [
    'moonlight',
    `<radialGradient id="moonlight">${soft('#FFF2CC', [
      [0, 0.55],
      [1, 0],
    ])}</radialGradient>`,
  ],
  [
    'sunlight',
    `<radialGradient id="sunlight">${soft('#FFE0A0', [[0, 0.85]])}${soft('#FFD28A', [[1, 0]])}</radialGradient>`,
  ],
])

/** A file of its own: the drawing with the paints it uses. */
export function svgFile(viewBox: string, drawing: string): string {
  const used = new Set([...drawing.matchAll(/url\(#([\w-]+)\)/g)].map(([, id = '']) => id))
  const defs = [...used].map(id => PAINTS.get(id) ?? '').join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><defs>${defs}</defs>${drawing}</svg>`
}
