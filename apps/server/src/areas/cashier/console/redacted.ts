/** Fields of a payload that prove who sent it, or say whose account was paid from. */
const SECRET = /sign|secret|token|password|passwd|authorization|(^|_)key$|cvv/i
const ACCOUNT = /(card|account|bank)_?(no|num|number)$/i
/** A field of a form, of headers or of XML. */
const FIELD = /(\w+)(["']?\s*(?:=|:|>(?:<!\[CDATA\[)?)\s*["']?)([^&\s,;"'<\]]+)/g
const HIDDEN = '（已隐藏）'

/**
 * A payload for reading: JSON with its secrets taken out and account numbers cut to their last
 * four; another text the same, as far as its fields can be told apart.
 */
export function redacted(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), (key, value: unknown) => {
      if (SECRET.test(key)) return HIDDEN
      if (ACCOUNT.test(key) && (typeof value === 'string' || typeof value === 'number'))
        return `****${String(value).slice(-4)}`
      return value
    })
  } catch {
    return payload.replace(FIELD, (whole, key: string, between: string, value: string) => {
      if (SECRET.test(key)) return `${key}${between}${HIDDEN}`
      return ACCOUNT.test(key) ? `${key}${between}****${value.slice(-4)}` : whole
    })
  }
}
