import { captchaPictures } from './captcha.ts'
import { homePictures } from './home.ts'
import { type Picture } from './picture.ts'

/** Every file the generator makes. */
export function allPictures(): Picture[] {
  return [...homePictures(), ...captchaPictures()]
}
