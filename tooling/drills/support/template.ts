import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from '../../root.ts'

/** Fills `${NAME}` in a text; throws on a name without a value. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{([A-Z_]+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The template needs ${name}.`)
    return value
  })

/** Writes a file of deploy/, filled. */
export function deploy(
  template: string,
  values: Readonly<Record<string, string>>,
  target: string,
): void {
  const text = fill(readFileSync(inRoot('deploy', template), 'utf8'), values)
  writeFileSync(target, text, { mode: 0o644 })
}
