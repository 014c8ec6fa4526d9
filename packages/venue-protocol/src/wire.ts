/**
 * JSON of a protocol message: bigint becomes a JSON integer; one that a JSON number cannot carry
 * exactly is a defect.
 */
export function toWire(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'bigint') return part
    const number = Number(part)
    if (!Number.isSafeInteger(number)) throw new Error('an integer too large for the wire')
    return number
  })
}
