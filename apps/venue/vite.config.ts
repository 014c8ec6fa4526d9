import react from '@vitejs/plugin-react'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'
import { artFiles, grainPixels } from './client/art/artFiles.ts'
import { frameHtml } from './client/games/slot3/frameHtml.ts'
import { SKINS } from './client/games/slot3/skins.ts'

// What is built is served, also when a test run (NODE_ENV=test) asked for it: never React's development build.
process.env['NODE_ENV'] = 'production'

const clientDir = join(import.meta.dirname, 'client')

/** Draws the pictures at build time: symbols, scenes and icons as SVG, the rooms' grain as a bitmap. */
function pictures(): Plugin {
  return {
    name: 'tianping-pictures',
    async generateBundle() {
      for (const [name, source] of artFiles()) this.emitFile({ type: 'asset', fileName: `art/${name}`, source })
      const { size, pixels } = grainPixels()
      const grain = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } }).png({ palette: true, colours: 16 }).toBuffer()
      this.emitFile({ type: 'asset', fileName: 'art/grain.png', source: grain })
    },
  }
}

/** Writes a page per skin of the slot: its name, its scene fetched at once, and its frame drawn before any script has come. */
function gamePages(): Plugin {
  return {
    name: 'tianping-game-pages',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = bundle['slot3.html']
        if (built?.type !== 'asset') throw new Error('the page of model slot3 was not built')
        const html = String(built.source)
        for (const [code, skin] of Object.entries(SKINS)) {
          const named = html.replace(/<title>.*<\/title>/, `<title>${skin.name} · 沙盒 · 试玩币</title>`).replace('/art/orchard3.svg', `/art/${code}.svg`)
          const preload = `<link rel="preload" as="image" href="/art/scene-${code}.svg">`
          const framed = named.replace('<title>', `${preload}\n<title>`).replace('<div id="game"></div>', `<div id="game">${frameHtml(code, skin)}</div>`)
          this.emitFile({ type: 'asset', fileName: `play/${code}.html`, source: framed })
          this.emitFile({ type: 'asset', fileName: `rules/${code}.html`, source: named })
        }
      },
    },
  }
}

export default defineConfig({
  root: clientDir,
  base: '/',
  publicDir: false,
  plugins: [react(), pictures(), gamePages()],
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows files of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Every page of client/ is built.
      input: readdirSync(clientDir).filter(name => name.endsWith('.html')).map(name => join(clientDir, name)),
      // React stays in the browser's cache over our own releases, and over games.
      output: { codeSplitting: { groups: [{ name: 'base', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] } },
    },
  },
})
