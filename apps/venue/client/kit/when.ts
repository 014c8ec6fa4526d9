import { isChinese, locale } from '../words/words.ts'

/** Times of the venue are Beijing times. */
const timeZone = 'Asia/Shanghai'
const two = '2-digit'
const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { hour12: false, timeZone, ...options })

// Made once: to make one takes longer than to draw a line.
const DAY_TIME = formatOf({
  month: isChinese ? 'numeric' : 'short',
  day: 'numeric',
  hour: two,
  minute: two,
})
const DAY = formatOf({ month: 'long', day: 'numeric' })
const TIME = formatOf({ hour: two, minute: two })
const SECONDS = formatOf({ hour: two, minute: two, second: two })

type Moment = number | string
const said = (format: Intl.DateTimeFormat) => (moment: Moment) => format.format(new Date(moment))

/** `11/26 16:05`, in English `26 Nov, 16:05`. */
export const dayTime = said(DAY_TIME)
/** `11月26日`, in English `26 November`. */
export const dayName = said(DAY)
/** `16:05`. */
export const minuteTime = said(TIME)
/** `16:05:09`. */
export const secondTime = said(SECONDS)
