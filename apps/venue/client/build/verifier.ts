import { DRAWING, fairScript } from '@tianping/fairness/build/script'
import { VENUE_CODES } from '@tianping/venue-protocol'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'
import { gamesOf, type Game } from '../../games/registry.ts'
import type { Phrases } from '../phrases/phraser.ts'
import { answer, HTML } from './answer.ts'
import { curveScript } from './curveScript.ts'
import { inLanguage, languageOf } from './languages.ts'
import { phrases as en } from '../phrases/verifyEn.ts'

const TEMPLATE = join(import.meta.dirname, '../verify/verify.html')
const PHRASER = join(import.meta.dirname, '../phrases/phraser.ts')
const CATALOGUES: Readonly<Record<string, Phrases>> = { en }
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

/** What the page says: its texts as they are, or by the phrases of another language. */
async function saying(phrases: Phrases | undefined): Promise<string> {
  if (!phrases) return 'const said = text => text'
  const { code } = await transformWithOxc(readFileSync(PHRASER, 'utf8'), PHRASER, {
    sourcemap: false,
  })
  const phraser = code
    .replaceAll(/^export /gm, '')
    .replaceAll('\t', '  ')
    .trim()
  return `${phraser}\nconst said = phraserOf(${JSON.stringify(phrases, null, 2)})`
}

/**
 * The offline verifier: one self-contained file. Its template replays each game by a second
 * implementation; the seeds are hashed and the numbers drawn by the code of the fairness package.
 */
export async function verifierHtml(language = ''): Promise<string> {
  const phrases = CATALOGUES[language]
  const files = [...DRAWING, 'shuffled.ts', 'beacon.ts', 'beaconChain.ts']
  const [script, curves, said] = await Promise.all([
    fairScript(files),
    curveScript(),
    saying(phrases),
  ])
  const template = readFileSync(TEMPLATE, 'utf8')
  return inLanguage(template, language, phrases)
    .replace('<!-- %MATHEMATICS% -->', mathematics)
    .replace('/* %FAIRNESS% */', () => script)
    .replace('/* %CURVES% */', () => curves)
    .replace('/* %SAID% */', () => said)
}

export function verifier(): Plugin {
  return {
    name: 'tianping-verifier',
    configureServer(server) {
      answer(server, async address =>
        /^\/verify(\?|$)/.test(address)
          ? { type: HTML, body: await verifierHtml(languageOf(address)) }
          : null,
      )
    },
    async generateBundle() {
      const emit = (fileName: string, source: string) =>
        this.emitFile({ type: 'asset', fileName, source })
      emit('verify.html', await verifierHtml())
      for (const language of Object.keys(CATALOGUES))
        emit(`verify.${language}.html`, await verifierHtml(language))
    },
  }
}
