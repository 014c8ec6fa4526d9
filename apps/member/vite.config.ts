import react from '@vitejs/plugin-react'
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

/**
 * What home and the agents' site share, by folder of `src`: it comes in one file, since a dozen
 * small ones cost a phone more than they save.
 */
const SHARED: Record<string, readonly string[]> = {
  ui: [
    'Button.tsx',
    'Carousel.tsx',
    'Chip.tsx',
    'CopyButton.tsx',
    'List.tsx',
    'Money.tsx',
    'Tabs.tsx',
    'states.tsx',
    'useSlides.ts',
  ],
  'ui/layer': ['Dialog.tsx', 'Layer.tsx', 'confirm.tsx', 'layers.ts', 'loading.tsx', 'toast.tsx'],
  'ui/picture': ['Icon.tsx', 'Picture.tsx', 'icons.ts', 'pictures.ts'],
  app: [
    'account.ts',
    'api.ts',
    'cache.ts',
    'calls.ts',
    'reach.ts',
    'report.ts',
    'session.ts',
    'storage.ts',
    'texts.ts',
    'theme.ts',
  ],
  'app/routes': ['navigation.ts', 'paths.ts', 'query.ts', 'resolve.ts', 'router.tsx'],
  'app/shell': ['BackBar.tsx', 'PageBoundary.tsx', 'PageFrame.tsx'],
}
const sharedFiles = new Set(
  Object.entries(SHARED).flatMap(([folder, files]) =>
    files.map(file => normalizePath(join(import.meta.dirname, 'src', folder, file))),
  ),
)
const isShared = (id: string) => sharedFiles.has(id) || /[\\/]money[\\/]src[\\/]/.test(id)

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), kitPage, verifier(), liveVerifier],
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
          // What changes with a library's version only: it stays in the browser's cache over our
          // own releases.
          groups: [
            { name: 'base', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
            { name: 'kit', test: isShared },
          ],
        },
      },
    },
  },
})
