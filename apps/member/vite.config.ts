import react from '@vitejs/plugin-react'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { liveVerifier, verifier } from './verify/verifier.ts'

/** The gallery of the kit at `/kit`, while developing only. */
const kitPage: Plugin = {
  name: 'tianping-kit-page',
  apply: 'serve',
  configureServer: server => {
    server.middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/kit\/?(?=$|\?)/, '/src/kit/index.html')
      next()
    })
  },
}

const REACT = '\0module:'
const require = createRequire(import.meta.url)

/**
 * React comes as CommonJS. Behind a module that names its exports, each use is a plain name, and no
 * file but its own needs the interop helper.
 */
const reactAsModule: Plugin = {
  name: 'tianping-react-as-module',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    /^react(\/jsx-runtime)?$/.test(source) &&
    importer !== undefined &&
    !importer.startsWith(REACT) &&
    !/[\\/](react|react-dom|scheduler)[\\/]/.test(importer)
      ? REACT + source
      : null,
  load: id => {
    if (!id.startsWith(REACT)) return null
    const source = id.slice(REACT.length)
    const names = Object.keys(require(source) as object)
    return `import all from '${source}'\nexport const { ${names.join(', ')} } = all`
  },
}

const main = (name: string) => normalizePath(join(import.meta.dirname, 'src', name, 'main.tsx'))

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** What changes with a library's version only stays in the browser's cache over our releases. */
const LIBRARY = /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|^\0module:/

/** What a page cannot do without: its main module, and all of ours imported from there on. */
function reachedFrom(id: string, graph: Graph, reached = new Set<string>()): Set<string> {
  if (reached.has(id) || id.includes('node_modules')) return reached
  reached.add(id)
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reachedFrom(next, graph, reached)
  return reached
}
const isHome = (id: string, graph: Graph) => reachedFrom(main('.'), graph).has(id)
const isShared = (id: string, graph: Graph) =>
  isHome(id, graph) && reachedFrom(main('agent'), graph).has(id)

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), reactAsModule, kitPage, verifier(), liveVerifier],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Icons and pictures are files of their own, so that a page's code does not carry them twice.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The member's app, and the agents' site at /agent/, which shares its kit and nothing of its
      // state.
      input: {
        index: join(import.meta.dirname, 'index.html'),
        agent: join(import.meta.dirname, 'agent.html'),
      },
      output: {
        codeSplitting: {
          // What home needs comes in a few files: a dozen small ones cost a phone more than they
          // save. What changes with a library's version only stays in the browser's cache over our
          // own releases; the agents' site shares the kit.
          groups: [
            { name: 'base', test: LIBRARY, priority: 2 },
            { name: (id, graph) => (isShared(id, graph) ? 'kit' : null), priority: 1 },
            { name: (id, graph) => (isHome(id, graph) ? 'home' : null) },
          ],
        },
      },
    },
  },
})
