import { svgFile } from '../../../apps/venue/client/art/paints.ts'
import { SCENE_BOX, SCENES } from '../../../apps/venue/client/art/scenes.ts'

/**
 * The picture of a slot: the scene over its reels, cropped to a tile of 348 x 232, with light from
 * the upper left.
 */
export function sceneTile(code: string): string {
  const scene = SCENES[code]
  if (!scene) throw new Error(`The venue has no scene of ${code}.`)
  const light =
    '<radialGradient id="light" cx=".14" cy="0" r=".9"><stop stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>'
  const drawing = `<svg width="348" height="232" viewBox="${SCENE_BOX}" preserveAspectRatio="xMidYMid slice">${scene}</svg>${light}<rect width="348" height="232" fill="url(#light)"/>`
  return svgFile('0 0 348 232', drawing)
}
