import type { Plugin } from 'vite'
import { soundFiles } from '../sound/render.ts'
import { answer } from './answer.ts'

/** Renders the sounds at build time, beside the pictures. */
export function sounds(): Plugin {
  return {
    name: 'tianping-sounds',
    configureServer(server) {
      let files: Map<string, Uint8Array> | undefined
      answer(server, async address => {
        const wanted = /^\/art\/([\w-]+\.bin)/.exec(address)?.[1]
        const body = wanted && (files ??= soundFiles()).get(wanted)
        return body ? { type: 'application/octet-stream', body: Buffer.from(body) } : null
      })
    },
    generateBundle() {
      for (const [name, source] of soundFiles())
        this.emitFile({ type: 'asset', fileName: `art/${name}`, source })
    },
  }
}
