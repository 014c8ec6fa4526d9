// Bundles the command and the library, the protocol's schemas included, without dependencies, and
// packs the pages that name the rules.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const here = import.meta.dirname

await build({
  root: here,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    rolldownOptions: {
      input: { kit: 'src/cli.ts', index: 'src/index.ts' },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
})
for (const page of ['venue-protocol.md', 'venues.md'])
  copyFileSync(join(here, '../../docs', page), join(here, 'dist', page))
