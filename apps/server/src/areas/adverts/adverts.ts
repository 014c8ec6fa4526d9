// The front of the check of offers: all that other areas may import.
export { checkAdvert, checkLetter, checkName, keptText, type Stated } from './check.ts'
export { ADVERT_SETTING, advertSchema, advertSetting } from './setting.ts'
