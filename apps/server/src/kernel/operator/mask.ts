/** Personal data as most operators see them: enough to recognise, not enough to use. */
export const maskedName = (name: string): string =>
  name === '' ? '' : `${[...name][0]}${'*'.repeat(Math.max(1, [...name].length - 1))}`

export const maskedMobile = (mobile: string): string =>
  mobile.length < 7 ? '*'.repeat(mobile.length) : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

export const maskedEmail = (email: string): string => email.replace(/^(.).*(@.*)$/u, '$1***$2')
