import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanAntd } from '../../tooling/bundles/leanAntd.ts'
import { leanReact } from '../../tooling/bundles/leanReact.ts'

/**
 * The back office is served at `/console/`. Nothing is inlined, so that a strict content policy
 * needs no exception.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), leanReact, leanAntd],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
})
