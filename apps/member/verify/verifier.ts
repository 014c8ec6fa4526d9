import { DRAWING, fairScript } from '@tianping/fairness/build/script'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * The page that draws a red packet again from what was published: one self-contained file. The
 * template judges the proof; the code of the fairness package hashes and draws.
 */
export async function verifierHtml(): Promise<string> {
  const script = await fairScript(DRAWING)
  return readFileSync(join(import.meta.dirname, 'verify.html'), 'utf8').replace(
    '/* %FAIRNESS% */',
    () => script,
  )
}

/** Builds the page into `dist`, from where the server serves it at `/verify`. */
export function verifier(): Plugin {
  return {
    name: 'tianping-red-packet-verifier',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.html', source: await verifierHtml() })
    },
  }
}

/** In development nothing is built: the page is put together for every visit. */
export const liveVerifier: Plugin = {
  name: 'tianping-live-verifier',
  apply: 'serve',
  configureServer: server => {
    server.middlewares.use('/verify', (_request, response, next) => {
      verifierHtml().then(html => {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(html)
      }, next)
    })
  },
}
