import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const app = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(`${app}${path}`, 'utf8')

test('the gallery shows every component of the kit', () => {
  const gallery = globSync('src/kit/*.tsx', { cwd: app }).map(read).join('\n')
  const components = globSync('src/ui/**/*.tsx', { cwd: app }).flatMap(path =>
    [...read(path).matchAll(/^export (?:const|function) ([A-Z]\w*)/gm)].map(([, name]) => name),
  )
  expect(components.length).toBeGreaterThan(40)
  // Below a field its note and its error show with the field itself.
  const missing = components.filter(name => !new RegExp(`<${name}\\b`).test(gallery))
  expect(missing).toEqual(['FieldNote'])
})
