import { globSync, readFileSync } from 'node:fs'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

const app = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(`${app}${path}`, 'utf8')

/** What the production build would write. */
async function built() {
  const result = await build({
    configFile: `${app}vite.config.ts`,
    mode: 'production',
    logLevel: 'silent',
    build: { write: false },
  })
  return (result as Rolldown.RolldownOutput).output
}

test('the built site contains neither the page nor a module of the gallery', async () => {
  const output = await built()
  const pages = output.map(({ fileName }) => fileName).filter(name => name.endsWith('.html'))
  expect(pages.toSorted()).toEqual(['agent.html', 'index.html', 'verify.html'])
  const modules = output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
  expect(modules.filter(id => id.includes('/member/src/ui/')).length).toBeGreaterThan(20)
  expect(modules.filter(id => id.includes('/member/src/kit/'))).toEqual([])
})

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
