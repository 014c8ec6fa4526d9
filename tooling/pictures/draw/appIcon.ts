import { createPaint } from './paint.ts'
import { placed } from './parts.ts'

/**
 * The logo as a home-screen icon that fills its square, since the system cuts the corners itself.
 * `scale` keeps the mark inside the circle that may be left: 1 for iOS, less for a maskable icon.
 */
export function appIcon(scale: number): string {
  const paint = createPaint()
  const inset = (64 - 64 * scale) / 2
  return paint.svg(
    64,
    64,
    `<rect width="64" height="64" fill="${paint.linear(['#6E8BFF', '#2F54EB', '#1A34A8'])}"/>` +
      '<path d="M0 0H64V22Q30 30 0 46z" fill="#fff" opacity=".1"/>' +
      placed(inset, inset, paint.include('logo-mark-white'), scale),
  )
}
