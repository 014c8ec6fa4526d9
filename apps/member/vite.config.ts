import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
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
            // What home and the agents' site share comes in one file: a dozen small ones cost a
            // phone more than they save.
            {
              name: 'kit',
              test: /[\\/]member[\\/]src[\\/](ui[\\/](?:\w+[\\/])?(?:Icon|icons|Button|Carousel|useSlides|states|Picture|pictures|Chip|Money|Tabs|CopyButton|List|Layer|layers|Dialog|confirm|toast|loading)|app[\\/](?:routes[\\/])?(?:api|calls|cache|actions|navigation|paths|query|reach|report|resolve|session|storage|texts|theme|account|router|shell[\\/](BackBar|PageBoundary|PageFrame)))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})
