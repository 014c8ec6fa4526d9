import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdStyles } from '../../tooling/bundles/antdStyles.ts'
import { leanAntd } from '../../tooling/bundles/leanAntd.ts'
import { leanReact } from '../../tooling/bundles/leanReact.ts'

/**
 * The back office is served at `/console/`. Nothing is inlined, so that a strict content policy
 * needs no exception.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), leanReact, leanAntd, antdStyles],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A room's scripts are fetched ahead of the press; a link for each of them, also for those
      // that are here, kept a slow device busy for 120 to 230 ms.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter(name => name.endsWith('.css')),
    },
    chunkSizeWarningLimit: 900,
  },
})
