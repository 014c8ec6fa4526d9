// The commands of docs/first-day.md, taken out of the page.

const BLOCK = /^```sh( places)?\n([\s\S]*?)^```$/gm
/** Part 7 is done in the browser; commands stand before and after it. */
const BY_HAND = '\n## 7.'

/** The places, the commands up to part 7, and those after it. */
export function commandsOf(page: string): { places: string; before: string; after: string } {
  const blocks = [...page.matchAll(BLOCK)].map(found => ({
    places: found[1] !== undefined,
    text: found[2] ?? '',
    late: found.index > page.indexOf(BY_HAND),
  }))
  const text = (late: boolean) =>
    blocks
      .filter(each => !each.places && each.late === late)
      .map(each => each.text)
      .join('')
  return {
    places: blocks.find(each => each.places)?.text ?? '',
    before: text(false),
    after: text(true),
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The page's own places with other values; the page and the values name the same ones. */
export function placed(places: string, values: Record<string, string>): string {
  const names = [...places.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
  const given = Object.keys(values)
  const differing = [
    ...names.filter(name => !given.includes(name)),
    ...given.filter(name => !names.includes(name)),
  ]
  if (differing.length > 0)
    throw new Error(`The page and the values differ: ${differing.join(', ')}`)
  return names.map(name => `${name}=${quoted(values[name] ?? '')}\n`).join('')
}
