import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { inRoot } from '../../root.ts'

/** What the production build would write. */
async function built() {
  const result = await build({
    configFile: inRoot('apps/member/vite.config.ts'),
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
