/** The digits of a card in groups of four, as they stand on it; other accounts as they are. */
export const inFours = (plain: string): string =>
  /^[2-9]\d*$/.test(plain) ? plain.replace(/(\d{4})(?=\d)/g, '$1 ') : plain

/** Where the caret stands in `shown` when so many characters other than spaces are to its left. */
function caretAfter(shown: string, length: number): number {
  let at = 0
  for (let left = length; at < shown.length && left > 0; at++) if (shown[at] !== ' ') left--
  return at
}

const lengthOf = (text: string) => text.replaceAll(' ', '').length

/**
 * What an edit makes of a number: `shown` stood in the field, `text` stands there now with the
 * caret at `caret`. Taking away a space means the digit beside it: the one behind for Backspace,
 * the one ahead for Delete.
 */
export function regrouped(
  shown: string,
  text: string,
  caret: number,
  forward: boolean,
): { value: string; caret: number } {
  const before = shown.replaceAll(' ', '')
  const behind = lengthOf(text.slice(0, caret))
  const value = text.replaceAll(' ', '')
  const space = text.length === shown.length - 1 && shown[caret] === ' ' && value === before
  if (!space) return { value, caret: caretAfter(inFours(value), behind) }
  const from = forward ? behind : behind - 1
  const less = before.slice(0, from) + before.slice(from + 1)
  return { value: less, caret: caretAfter(inFours(less), from) }
}
