/** The codes of docs/venue-protocol.md, section 3, that this venue uses. */
const codes = {
  1001: [401, 'signature refused'],
  1002: [401, 'timestamp outside the window'],
  1003: [401, 'nonce was used before'],
  1004: [403, 'merchant disabled'],
  2000: [400, 'malformed request'],
  2001: [404, 'no such player'],
  2003: [409, 'insufficient balance'],
  2004: [409, 'the ref was used with another body'],
  2005: [409, 'the ref is voided'],
  2006: [400, 'amount refused'],
  2404: [404, 'no such ref'],
  3001: [404, 'no such game'],
  4001: [410, 'launch token used or expired'],
  5000: [500, 'internal error'],
} as const

export type Code = keyof typeof codes

export class Refusal extends Error {
  readonly code: Code
  readonly status: number

  constructor(code: Code, status: number = codes[code][0]) {
    super(codes[code][1])
    this.code = code
    this.status = status
  }
}
