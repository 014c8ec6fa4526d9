/** A copy of every style for pressed elements that holds for this class. */
export const pressed = 'is-pressed'

const withPressed = (rule: CSSRule): string =>
  rule.cssText.includes(':active') ? rule.cssText.replaceAll(':active', `.${pressed}`) : ''

/**
 * Nothing can hold `:active` for a picture, so that its styles are repeated for a class. Styles
 * inside media queries are repeated with their query.
 */
export function showPressed() {
  const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
  const sheet = new CSSStyleSheet()
  for (const text of rules.map(withPressed)) if (text !== '') sheet.insertRule(text)
  document.adoptedStyleSheets.push(sheet)
}
