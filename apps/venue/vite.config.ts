import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { pages, pageSources } from './client/build/pages.ts'
import { pictures } from './client/build/pictures.ts'
import { sounds } from './client/build/sounds.ts'
import { verifier } from './client/build/verifier.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  appType: 'custom',
  // The games' pages are written for React and run on its small twin: 60 KiB less of script
  // (docs/decisions/0121-the-games-run-on-preact.md).
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  plugins: [react(), pictures(), sounds(), pages(), verifier()],
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows files of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [...pageSources().values()],
      // Preact stays in the browser's cache over our own releases, and over games; what every game
      // shares in small pieces comes in one file.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules[\\/]preact[\\/]/ },
            {
              name: 'common',
              includeDependenciesRecursively: false,
              test: /vite[\\/]preload-helper|venue[\\/]model[\\/](present|percent)\.ts$|packages[\\/]money[\\/]src[\\/]formatFen\.ts$|client[\\/](words[\\/](zh|words)|(frame|kit|session)[\\/](?!early|FairSheet|HistorySheet|Interruption|Limits|MenuSheet|TopUpSheet|openGame|Painted|synth|verifyUrl)\w+|rounds[\\/]readStream)\.tsx?$/,
            },
            {
              name: 'cards',
              includeDependenciesRecursively: false,
              test: /venue[\\/]model[\\/](card|dealt)\.ts$|client[\\/]cards[\\/](Banner|Beads|Card|CardTable|Felt|Middle|Roads|Zone|handLook|roads|useDeal|useElapsed)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})
