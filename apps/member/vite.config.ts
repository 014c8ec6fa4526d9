import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Icons and pictures are files of their own, so that a page's code does not carry them twice.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The member's app, and the agents' site at /agent/, which shares its kit and nothing of its state.
      input: { index: join(import.meta.dirname, 'index.html'), agent: join(import.meta.dirname, 'agent.html') },
      output: {
        codeSplitting: {
          // What changes with a library's version only: it stays in the browser's cache over our own releases.
          groups: [{ name: 'base', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ }],
        },
      },
    },
  },
})
