import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'
import { artFiles, grainPixels } from './client/art/artFiles.ts'

// What is built is served, also when a test run (NODE_ENV=test) asked for it: never React's development build.
process.env['NODE_ENV'] = 'production'

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

export default defineConfig({
  root: join(import.meta.dirname, 'client'),
  base: '/',
  publicDir: false,
  plugins: [react(), pictures()],
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows files of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { slot3: join(import.meta.dirname, 'client/slot3.html') },
      // React stays in the browser's cache over our own releases, and over games.
      output: { codeSplitting: { groups: [{ name: 'base', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] } },
    },
  },
})
