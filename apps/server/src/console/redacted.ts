/** Fields of a payload that prove who sent it, or say whose account was paid from. */
const SECRET = /sign|secret|token|password|passwd|authorization|(^|_)key$|cvv/i
const ACCOUNT = /(card|account|bank)_?(no|num|number)$/i
const HIDDEN = '（已隐藏）'

/** A payload for reading: JSON with its secrets taken out and account numbers cut to their last four; another text as it came, less what reads like a secret. */
export function redacted(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), (key, value: unknown) => {
      if (SECRET.test(key)) return HIDDEN
      if (ACCOUNT.test(key) && (typeof value === 'string' || typeof value === 'number')) return `****${String(value).slice(-4)}`
      return value
    })
  } catch {
    return payload.replace(/([A-Za-z_]*(?:sign|secret|token|password)[A-Za-z_]*)(["']?\s*[=:]\s*)[^&\s,;]+/gi, `$1$2${HIDDEN}`)
  }
}
