import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { leanReact } from '../../tooling/bundles/leanReact.ts'
import { onePage } from './onePage.ts'
import { reactAsModule } from './reactAsModule.ts'
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

const main = (name: string) => normalizePath(join(import.meta.dirname, 'src', name, 'main.tsx'))

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/**
 * What changes with a library's version only stays in the browser's cache over our releases.
 * Endless lists come with the first page that has one.
 */
const ENDLESS = /useInfiniteQuery|infiniteQueryObserver/
const LIBRARY = new RegExp(
  `node_modules[\\\\/](react|react-dom|scheduler|@tanstack)[\\\\/](?!.*(${ENDLESS.source}))|^\\0module:`,
)

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
  plugins: [react(), reactAsModule, leanReact, onePage, kitPage, verifier(), liveVerifier],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Icons and pictures are files of their own, so that a page's code does not carry them twice.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page that is opened later finds what home came with.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter(file => !/\/(base|kit|home)-/.test(file)) : files,
    },
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
