import { DRAWING, fairScript } from '@tianping/fairness/build/script'
import { VENUE_CODES } from '@tianping/venue-protocol'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { gamesOf, type Game } from '../../games/registry.ts'
import { answer, HTML } from './answer.ts'
import { curveScript } from './curveScript.ts'

const TEMPLATE = join(import.meta.dirname, '../verify/verify.html')
/** What is published of a game, by the id under which the page finds it. */
function published(game: Game): [id: string, json: string][] {
  const [before] = ('mathBefore' in game && game.mathBefore) || []
  const present: [string, string] = [game.model, game.mathJson]
  return before === undefined ? [present] : [present, [`${game.model}Before`, before]]
}

/** Skins of one model share its mathematics, which is on the page once. */
function mathematics(): string {
  const maths = new Map(VENUE_CODES.flatMap(gamesOf).flatMap(published))
  return [...maths]
    .map(([id, json]) => `<script type="application/json" id="${id}">${json}</script>`)
    .join('\n')
}

/**
 * The offline verifier: one self-contained file. Its template replays each game by a second
 * implementation; the seeds are hashed and the numbers drawn by the code of the fairness package.
 */
export async function verifierHtml(): Promise<string> {
  const files = [...DRAWING, 'shuffled.ts', 'beacon.ts', 'beaconChain.ts']
  const [script, curves] = await Promise.all([fairScript(files), curveScript()])
  return readFileSync(TEMPLATE, 'utf8')
    .replace('<!-- %MATHEMATICS% -->', mathematics)
    .replace('/* %FAIRNESS% */', () => script)
    .replace('/* %CURVES% */', () => curves)
}

export function verifier(): Plugin {
  return {
    name: 'tianping-verifier',
    configureServer(server) {
      answer(server, async address =>
        /^\/verify(\?|$)/.test(address) ? { type: HTML, body: await verifierHtml() } : null,
      )
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.html', source: await verifierHtml() })
    },
  }
}
