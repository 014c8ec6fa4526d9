// Bundles the kit, the protocol's schemas included, into one file without dependencies.
import { build } from 'vite'

await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli.ts',
    outDir: 'dist',
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'kit.mjs' } },
  },
})
