import react from '@vitejs/plugin-react'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'
import { artFiles, bitmapPx, grainPixels } from './client/art/artFiles.ts'
import { frameHtml } from './client/games/slot3/frameHtml.ts'
import { SKINS } from './client/games/slot3/skins.ts'
import { frameHtml5 } from './client/games/slot5/frameHtml5.ts'
import { SKINS5 } from './client/games/slot5/skins5.ts'

// What is built is served, also when a test run (NODE_ENV=test) asked for it: never React's
// development build.
process.env['NODE_ENV'] = 'production'

const SMEARED = '-blur.svg'
/** Drawn larger than the bitmap is, so that it is never stretched. */
const DRAWN_DPI = 360
const clientDir = join(import.meta.dirname, 'client')

/**
 * Draws the pictures at build time: symbols, scenes and icons as SVG, small ones of the tables and
 * the rooms' grain as bitmaps.
 */
function pictures(): Plugin {
  return {
    name: 'tianping-pictures',
    async generateBundle() {
      for (const [name, source] of artFiles()) {
        // What turns is a bitmap: painting a strip of drawings anew would cost a frame, and smeared
        // it needs few pixels.
        if (name.endsWith(SMEARED))
          this.emitFile({
            type: 'asset',
            fileName: `art/${name.replace('.svg', '.webp')}`,
            source: await sharp(Buffer.from(source))
              .webp({ quality: 60, alphaQuality: 70, effort: 6 })
              .toBuffer(),
          })
        else if (bitmapPx(name) !== null)
          this.emitFile({
            type: 'asset',
            fileName: `art/${name.replace('.svg', '.webp')}`,
            source: await sharp(Buffer.from(source), { density: DRAWN_DPI })
              .resize(bitmapPx(name))
              .webp({ quality: 80, alphaQuality: 90, effort: 6 })
              .toBuffer(),
          })
        else this.emitFile({ type: 'asset', fileName: `art/${name}`, source })
      }
      const { size, pixels } = grainPixels()
      const grain = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
        .png({ palette: true, colours: 16 })
        .toBuffer()
      this.emitFile({ type: 'asset', fileName: 'art/grain.png', source: grain })
    },
  }
}

/** What a page asks for as soon as it has entered. */
const FIRST_VIEW: Record<string, string> = {
  lobby: '/api/lobby',
  football: '/api/book',
  esport: '/api/book',
  slot3: '',
  slot5: '',
}

/**
 * Gives every game's page a small script that enters the session while the large ones are on their
 * way.
 */
function earlyScript(): Plugin {
  let reference = ''
  return {
    name: 'tianping-early-script',
    buildStart() {
      reference = this.emitFile({
        type: 'chunk',
        id: join(clientDir, 'app/early.ts'),
        name: 'early',
      })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const src = `/${this.getFileName(reference)}`
        for (const [name, built] of Object.entries(bundle)) {
          const page = name.replace(/\.html$/, '')
          if (built.type !== 'asset' || page === name || page === 'operator') continue
          const first = FIRST_VIEW[page] ?? '/api/table'
          built.source = String(built.source).replace(
            '<title>',
            `<script type="module" async src="${src}"${first && ` data-first="${first}"`}></script>\n<title>`,
          )
        }
      },
    },
  }
}

/**
 * Writes a page per skin of the slots: its name, its scene fetched at once, and its frame drawn
 * before any script has come.
 */
function gamePages(): Plugin {
  return {
    name: 'tianping-game-pages',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const write = (page: string, code: string, name: string, frame: string) => {
          const built = bundle[page]
          if (built?.type !== 'asset') throw new Error(`the page ${page} was not built`)
          const named = String(built.source)
            .replace(/<title>.*<\/title>/, `<title>${name} · 沙盒 · 试玩币</title>`)
            .replace(/href="\/art\/\w+\.svg"/, `href="/art/${code}.svg"`)
          const preload = `<link rel="preload" as="image" href="/art/scene-${code}.svg">`
          const framed = named
            .replace('<title>', `${preload}\n<title>`)
            .replace('<div id="game"></div>', `<div id="game">${frame}</div>`)
          this.emitFile({ type: 'asset', fileName: `play/${code}.html`, source: framed })
          this.emitFile({ type: 'asset', fileName: `rules/${code}.html`, source: named })
        }
        for (const [code, skin] of Object.entries(SKINS))
          write('slot3.html', code, skin.name, frameHtml(code, skin))
        for (const [code, skin] of Object.entries(SKINS5))
          write('slot5.html', code, skin.name, frameHtml5(code, skin))
      },
    },
  }
}

export default defineConfig({
  root: clientDir,
  base: '/',
  publicDir: false,
  plugins: [react(), pictures(), earlyScript(), gamePages()],
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows files of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Every page of client/ is built.
      input: readdirSync(clientDir)
        .filter(name => name.endsWith('.html'))
        .map(name => join(clientDir, name)),
      // React stays in the browser's cache over our own releases, and over games; what every game
      // shares in small pieces comes in one file.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'common',
              includeDependenciesRecursively: false,
              test: /client[\\/]app[\\/](?!early|FairSheet|HistorySheet|MenuSheet|openGame|Painted|synth|verifyUrl)(\w+|rounds[\\/]readStream)\.tsx?$/,
            },
            {
              name: 'cards',
              includeDependenciesRecursively: false,
              test: /games[\\/]cards[\\/]card\.ts$|client[\\/]app[\\/]cards[\\/](Banner|Beads|Card|CardTable|Felt|Middle|Zone|useDeal|useElapsed)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})
