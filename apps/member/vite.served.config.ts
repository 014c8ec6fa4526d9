// The part of the app that the server runs: home, drawn for a visitor, as `dist/served/home.js`.
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { reactAsModule } from './reactAsModule.ts'

/**
 * The browser, as a visitor without a past has it, for these modules alone: the server's own
 * globals stay as they are.
 */
const BROWSER = `
const localStorage = { getItem: () => null, setItem() {}, removeItem() {} }
const sessionStorage = localStorage
const location = { hash: '' }
const document = { title: '' }
`

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [reactAsModule],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: join(import.meta.dirname, 'src/served/home.tsx'),
    outDir: 'dist/served',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', banner: BROWSER } },
  },
})
