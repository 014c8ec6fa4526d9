/** A file that the generator makes, and how. */
export interface Picture {
  /** Path from the repository's root. */
  file: string
  /** Composes the drawing; the same text on every machine. */
  svg: () => string
  format: 'webp' | 'png' | 'svg'
  /** Pixels of a bitmap. */
  width?: number
  /** Of a WebP, 0-100. */
  quality?: number
  /** Phase, in radians, of the wave that bends a captcha. */
  bend?: number
  /** The most the file may weigh. */
  maxBytes: number
}

export const publicDirectory = 'apps/member/public'
export const artDirectory = `${publicDirectory}/art`

/** A bitmap for the app, `width` pixels wide. */
export const bitmap = (
  name: string,
  svg: () => string,
  width: number,
  maxBytes: number,
  quality = 82,
): Picture => ({
  file: `${artDirectory}/${name}.webp`,
  svg,
  format: 'webp',
  width,
  quality,
  maxBytes,
})

/** A tiny vector file for the app. */
export const vector = (name: string, svg: () => string, maxBytes = 8_000): Picture => ({
  file: `${artDirectory}/${name}.svg`,
  svg,
  format: 'svg',
  maxBytes,
})
