import { SYMBOLS } from './symbols.ts'
import { SYMBOLS5 } from './symbols5.ts'

const DRAWN = { ...SYMBOLS, ...SYMBOLS5 }

/** The size a scene is drawn in; pages crop its left and right. */
export const SCENE_BOX = '0 0 390 220'
export const ICON_BOX = '0 0 160 160'

const at = (id: string, x: number, y: number, size: number, turn = 0) =>
  `<g${turn ? ` transform="rotate(${turn} ${x + size / 2} ${y + size / 2})"` : ''}><svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 96 96">${DRAWN[id]}</svg></g>`

/** The figure of a scene that moves; it is served as a picture of its own, in the same place. */
const HERO = /<!--hero-->(.*?)<!--\/hero-->/gs
const hero = (...figure: Parameters<typeof at>) => `<!--hero-->${at(...figure)}<!--/hero-->`
/** A scene without its hero, and the hero alone. */
export const partsOf = (scene: string) => ({
  still: scene.replace(HERO, ''),
  hero: [...scene.matchAll(HERO)].map(([, figure]) => figure).join(''),
})

const round = (value: number) => Math.round(value * 10) / 10

/** Rays from a point, every second one of eighteen. */
function rays(cx: number, cy: number, length: number, colour: string, opacity: number) {
  const wedge = (i: number) => {
    const point = (degrees: number) =>
      `${round(cx + length * Math.cos((degrees * Math.PI) / 180))} ${round(cy + length * Math.sin((degrees * Math.PI) / 180))}`
    return `<path d="M${cx} ${cy} ${point(i * 20 - 4)} ${point(i * 20 + 5)}Z"/>`
  }
  return `<g fill="${colour}" opacity="${opacity}">${Array.from({ length: 18 }, (_, i) => wedge(i)).join('')}</g>`
}

/** A night's stars, always the same ones: a small linear congruence places them. */
function stars(count: number, height: number) {
  let state = 7
  const next = (n: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % n
  return Array.from(
    { length: count },
    () =>
      `<circle cx="${next(390)}" cy="${next(height)}" r="${0.4 + next(8) / 10}" fill="#FFF3D2" opacity="${0.25 + next(5) / 10}"/>`,
  ).join('')
}

const moon = (cx: number, cy: number) =>
  `<circle cx="${cx}" cy="${cy}" r="120" fill="url(#moonlight)"/><circle cx="${cx}" cy="${cy}" r="46" fill="#FFF1CC"/><circle cx="${cx - 13}" cy="${cy - 10}" r="9" fill="#E9D49A" opacity=".5"/><circle cx="${cx + 17}" cy="${cy + 10}" r="13" fill="#E9D49A" opacity=".4"/><circle cx="${cx + 11}" cy="${cy - 18}" r="5" fill="#E9D49A" opacity=".45"/>`
const cloud = (x: number, y: number, scale: number, opacity: number) =>
  `<path transform="translate(${x} ${y}) scale(${scale})" opacity="${opacity}" fill="#F6DCC2" d="M0 0h96a13 13 0 0 0-20-13 20 20 0 0 0-37-5A15 15 0 0 0 0 0Z"/>`
const sky = (paint: string) => `<rect width="390" height="220" fill="url(#${paint})"/>`

const GATE =
  sky('sky-night') +
  stars(60, 110) +
  moon(195, 84) +
  '<path d="M0 150 44 104 78 138 112 92 150 148 240 148 286 96 322 140 352 112 390 146V220H0Z" fill="#0D3644"/><path d="M0 160 60 136 110 158 160 144 230 144 280 158 330 134 390 158V220H0Z" fill="#124B57"/>' +
  at('p-gate', 130, 34, 130) +
  '<rect y="158" width="390" height="62" fill="url(#water)"/>' +
  '<g fill="none" stroke="#A6ECEA" stroke-opacity=".42" stroke-width="1.6"><path d="M0 170q16-8 32 0t32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0"/><path d="M-14 186q20-9 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0"/></g><path d="M160 164h70M172 174h46M166 183h58" stroke="#FFE9B4" stroke-opacity=".6" stroke-width="2" stroke-linecap="round"/>' +
  hero('koi-A', 36, 66, 104) +
  at('koi-C', 292, 120, 62) +
  at('koi-C', 252, 146, 36) +
  '<path d="M66 172c10 5 34 5 44 0" stroke="#DDF8F6" stroke-width="2.4" stroke-linecap="round" fill="none" opacity=".7"/>'
const MOUNTAINS =
  sky('sky-dusk') +
  stars(40, 64) +
  '<circle cx="196" cy="128" r="130" fill="url(#sunlight)"/><circle cx="196" cy="128" r="44" fill="#FFDFA2"/>' +
  '<path d="M0 168C24 120 40 160 70 140 92 106 110 88 132 148 150 170 236 166 252 138 268 92 284 76 304 96 318 128 340 108 356 126 370 140 380 134 390 140V220H0Z" fill="#6A2A50"/><path d="M0 190C40 160 70 196 120 176 160 162 210 196 260 174 310 158 350 190 390 174V220H0Z" fill="#3B173C"/>' +
  cloud(10, 70, 0.9, 0.5) +
  cloud(286, 58, 0.84, 0.5) +
  cloud(300, 170, 0.7, 0.28) +
  at('p-staff', 122, 30, 138) +
  hero('xy-A', 140, 44, 110) +
  cloud(120, 172, 1.5, 0.96) +
  '<path d="M132 168c8-10 26-8 28 4M172 164c10-12 30-10 34 4M222 166c8-8 20-6 24 2" stroke="#C98F62" stroke-width="2.6" fill="none" stroke-linecap="round"/>' +
  at('xy-D', 34, 138, 52) +
  at('xy-E', 306, 128, 58)

/** What stands above the reels, by game. */
export const SCENES: Record<string, string> = {
  orchard3:
    sky('sky-red') +
    rays(195, 110, 330, '#F0C36A', 0.12) +
    '<circle cx="195" cy="104" r="110" fill="url(#e-glow)" opacity=".55"/>' +
    `<g transform="translate(20 16) scale(.9)">${at('fr-P', 62, 78, 76)}${at('fr-C', 250, 72, 84)}${at('fr-L', 104, 98, 76)}${at('fr-B', 212, 96, 76)}</g>` +
    hero('fr-7', 150, 47, 94),
  fortune3:
    sky('sky-gold') +
    rays(195, 118, 330, '#FFD98A', 0.13) +
    '<circle cx="195" cy="108" r="120" fill="url(#e-glow)" opacity=".7"/>' +
    at('koi-F', 14, -8, 64) +
    at('koi-F', 312, -8, 64) +
    at('koi-F', 74, -26, 46) +
    at('koi-F', 270, -26, 46) +
    at('fu-P', 76, 82, 60, -14) +
    at('fu-B', 254, 86, 60, 12) +
    at('fu-R', 159, 22, 72) +
    hero('koi-D', 142, 66, 106) +
    at('fu-B', 118, 122, 40, -8) +
    at('fu-B', 232, 124, 38, 10),
  jewel3:
    sky('sky-cave') +
    rays(195, 110, 330, '#E4CFFF', 0.13) +
    '<circle cx="195" cy="104" r="118" fill="url(#e-glow)" opacity=".55"/>' +
    at('gm-E', 70, 96, 70, -10) +
    at('gm-D', 252, 96, 70, 10) +
    at('gm-A', 96, 44, 84, -6) +
    at('gm-C', 212, 44, 84, 6) +
    hero('gm-B', 140, 70, 110),
  koi3:
    sky('sky-night') +
    stars(60, 80) +
    '<circle cx="195" cy="70" r="120" fill="url(#moonlight)"/><rect y="104" width="390" height="116" fill="url(#water)"/>' +
    '<g fill="none" stroke="#A6ECEA" stroke-opacity=".4" stroke-width="1.6"><path d="M0 118q16-8 32 0t32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0 32 0"/><path d="M-14 150q20-9 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0"/></g>' +
    at('koi-C', 8, 106, 70) +
    at('koi-C', 316, 100, 66) +
    at('koi-B', 62, 50, 100, -6) +
    at('koi-B', 232, 50, 100, 8) +
    hero('koi-A', 136, 16, 122) +
    at('koi-C', 214, 132, 44),
  koi5: GATE,
  journey3:
    sky('sky-dusk') +
    stars(40, 64) +
    '<circle cx="196" cy="120" r="130" fill="url(#sunlight)"/><path d="M0 190C40 160 70 196 120 176 160 162 210 196 260 174 310 158 350 190 390 174V220H0Z" fill="#3B173C"/>' +
    cloud(8, 64, 0.8, 0.4) +
    cloud(300, 54, 0.8, 0.4) +
    at('xy-B', 58, 56, 96, -6) +
    at('xy-C', 238, 56, 96, 6) +
    at('p-staff', 128, 10, 134) +
    hero('xy-A', 140, 34, 112) +
    cloud(20, 190, 1, 0.7) +
    cloud(126, 182, 1.4, 0.9) +
    cloud(282, 192, 0.9, 0.7),
  journey5: MOUNTAINS,
  moon5:
    sky('sky-moon') +
    stars(70, 150) +
    '<circle cx="195" cy="96" r="150" fill="url(#moonlight)"/><circle cx="195" cy="96" r="78" fill="#FFF1CC"/><circle cx="170" cy="70" r="13" fill="#E9D49A" opacity=".5"/><circle cx="226" cy="116" r="19" fill="#E9D49A" opacity=".4"/><circle cx="214" cy="58" r="8" fill="#E9D49A" opacity=".45"/>' +
    '<path d="M0 178C50 150 96 182 150 166 214 150 268 182 330 160 356 152 376 158 390 164V220H0Z" fill="#1B1A4A"/><path d="M0 196C60 178 110 204 180 190 250 178 320 204 390 186V220H0Z" fill="#120F33"/>' +
    at('mn-C', 4, 42, 118, -8) +
    at('mn-C', 282, 66, 96, 84) +
    hero('mn-A', 146, 76, 98) +
    at('mn-B', 66, 146, 52) +
    at('mn-E', 274, 142, 56) +
    cloud(20, 176, 0.8, 0.3) +
    cloud(286, 186, 0.9, 0.3),
  dragon5:
    sky('sky-gold') +
    rays(195, 120, 330, '#FFD98A', 0.14) +
    '<circle cx="195" cy="108" r="120" fill="url(#e-glow)" opacity=".7"/>' +
    at('koi-F', 8, -10, 66) +
    at('koi-F', 318, -10, 66) +
    at('koi-F', 66, -30, 48) +
    at('koi-F', 278, -30, 48) +
    at('dr-D', 40, 84, 62, -10) +
    at('dr-C', 288, 88, 62, 10) +
    cloud(96, 196, 1, 0.4) +
    cloud(220, 200, 0.9, 0.4) +
    hero('dr-A', 98, 34, 118, -6) +
    at('dr-B', 178, 44, 112, 6) +
    at('dr-E', 170, 134, 50),
  peach5:
    sky('sky-dawn') +
    '<circle cx="300" cy="70" r="120" fill="url(#sunlight)"/><circle cx="300" cy="70" r="34" fill="#FFF0C2"/>' +
    cloud(24, 62, 0.9, 0.7) +
    cloud(180, 46, 0.7, 0.5) +
    '<path d="M0 168C46 128 92 156 140 142 190 122 230 156 286 140 330 126 360 140 390 132V220H0Z" fill="#3E8F6A"/><path d="M0 192C60 168 120 196 190 180 250 168 320 196 390 176V220H0Z" fill="#1F5B47"/>' +
    '<path d="M-10 30C30 40 58 26 92 46M400 110C360 104 340 122 318 112" stroke="#5B3A22" stroke-width="7" fill="none" stroke-linecap="round"/>' +
    at('pt-B', 4, 8, 72, 20) +
    at('pt-B', 322, 84, 66, -30) +
    hero('pt-A', 142, 66, 112) +
    at('pt-C', 74, 122, 62) +
    at('pt-D', 256, 118, 68) +
    at('pt-A', 44, 36, 44, 12),
  gems5:
    sky('sky-cave') +
    rays(195, 120, 330, '#C9A8FF', 0.12) +
    '<path d="M0 0 30 74 52 20 84 96 104 0ZM286 0 306 88 330 26 356 78 390 0Z" fill="#2B1152" opacity=".8"/><circle cx="195" cy="112" r="124" fill="url(#e-glow)" opacity=".5"/>' +
    '<path d="M0 220 26 148 48 190 72 136 104 200 140 170 176 204 214 168 250 202 286 140 312 196 340 150 366 190 390 156V220Z" fill="#1D0B3A"/>' +
    at('gm-E', 34, 96, 68, -12) +
    at('gm-F', 286, 96, 66, 12) +
    at('gm-C', 92, 70, 74, -6) +
    at('gm-D', 226, 70, 74, 6) +
    hero('gm-A', 146, 40, 100) +
    at('gm-B', 112, 116, 52) +
    at('gm-W', 226, 116, 52),
}

const tile = (paint: string, hero: string) =>
  `<rect width="160" height="160" fill="url(#${paint})"/>${rays(80, 84, 150, '#FFE2A0', 0.1)}<circle cx="80" cy="82" r="70" fill="url(#e-glow)" opacity=".6"/>${hero}`

/** A square picture of each game, for whoever lists it. */
export const ICONS: Record<string, string> = {
  orchard3: tile(
    'sky-red',
    at('fr-P', 8, 66, 64) + at('fr-C', 88, 66, 64) + at('fr-7', 38, 26, 88),
  ),
  fortune3: tile(
    'sky-gold',
    at('fu-R', 45, 12, 70) +
      at('fu-P', 8, 74, 56, -14) +
      at('fu-B', 98, 76, 54, 12) +
      at('koi-D', 32, 58, 96),
  ),
  jewel3: tile(
    'sky-cave',
    at('gm-A', 4, 14, 76, -8) + at('gm-C', 80, 14, 76, 8) + at('gm-B', 28, 50, 104),
  ),
  koi3: tile(
    'sky-night',
    at('p-gate', 34, 14, 96) + at('koi-C', 92, 94, 54) + at('koi-A', 14, 48, 92),
  ),
  koi5: tile(
    'sky-night',
    at('koi5-S', 30, 6, 100) + at('koi-B', 70, 62, 84) + at('koi-A', 4, 50, 92),
  ),
  moon5: tile(
    'sky-moon',
    '<circle cx="80" cy="74" r="52" fill="#FFF1CC"/>' +
      at('mn-C', -8, 62, 70) +
      at('mn-B', 104, 90, 52) +
      at('mn-A', 34, 32, 96),
  ),
  dragon5: tile(
    'sky-gold',
    at('koi-F', -4, -8, 56) +
      at('koi-F', 108, -8, 56) +
      at('dr-B', 66, 62, 90, 6) +
      at('dr-A', 4, 20, 104, -6),
  ),
  peach5: tile(
    'sky-dawn',
    at('pt-B', 92, 4, 66, 16) + at('pt-C', 98, 94, 56) + at('pt-A', 18, 32, 104),
  ),
  gems5: tile(
    'sky-cave',
    at('gm-C', 2, 20, 68, -10) + at('gm-B', 92, 22, 64, 10) + at('gm-A', 30, 58, 100),
  ),
  journey5: tile(
    'sky-dusk',
    at('xy-B', 84, 64, 72) + at('xy-E', 2, 84, 60) + at('xy-A', 24, 16, 100),
  ),
  journey3: tile(
    'sky-dusk',
    at('p-staff', 22, 18, 120) + at('xy-A', 30, 30, 100) + at('xy-D', 104, 98, 46),
  ),
}
