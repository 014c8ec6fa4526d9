import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const ENTRY = join(import.meta.dirname, '../../../../packages/fairness/src/beaconSignature.ts')

let made: Promise<string> | undefined

/** The check of a beacon's signature, with the curves it needs, as one script: `beaconCheck`. */
export function curveScript(): Promise<string> {
  made ??= bundle()
  return made
}

async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: ENTRY, name: 'beaconCheck', formats: ['iife'], fileName: 'curves' },
    },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = built.flatMap(each => each.output)
  if (chunk?.type !== 'chunk') throw new Error('the curves were not built')
  return chunk.code
}
