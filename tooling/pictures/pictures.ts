import { captchaPictures } from './captcha.ts'
import { homePictures } from './home.ts'
import { listPictures } from './lists.ts'
import { type Picture } from './picture.ts'

/** Every file the generator makes. */
export function allPictures(): Picture[] {
  return [...homePictures(), ...listPictures(), ...captchaPictures()]
}
