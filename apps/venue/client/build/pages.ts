import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { frameHtml } from '../../games/slot3/frameHtml.ts'
import { SKINS } from '../../games/slot3/skins.ts'
import { frameHtml5 } from '../../games/slot5/frameHtml5.ts'
import { SKINS5 } from '../../games/slot5/skins5.ts'
import { answer, HTML } from './answer.ts'
import { inLanguage, LANGUAGES, languageOf } from './languages.ts'

const VENUE = join(import.meta.dirname, '../..')
const EARLY = join(VENUE, 'client/session/early.ts')
/** Where the development server serves a source. */
const addressOf = (file: string) => `/${relative(VENUE, file).replaceAll('\\', '/')}`

/** The file of every page by its name: of a game in its folder, of the venue in `client/`. */
export const pageSources = (): Map<string, string> =>
  new Map(
    ['games', 'client'].flatMap(folder =>
      readdirSync(join(VENUE, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.html') && !name.endsWith('verify.html'))
        .map(name => [basename(name, '.html'), join(VENUE, folder, name)]),
    ),
  )

/** What a page asks for as soon as it has entered; a table asks for its round. */
const FIRST_VIEW: Record<string, string> = {
  lobby: '/api/lobby',
  football: '/api/book',
  esport: '/api/book',
  slot3: '',
  slot5: '',
}

/** The page with a small script that enters the session while the large ones are on their way. */
function withEarlyScript(page: string, html: string, src: string): string {
  if (page === 'operator') return html
  const first = FIRST_VIEW[page] ?? '/api/table'
  const data = first && ` data-first="${first}"`
  return html.replace(
    '<title>',
    `<script type="module" async src="${src}"${data}></script>\n<title>`,
  )
}

/** A page of a slot under the name and icon of one of its skins. */
const namedFor = (html: string, code: string, name: string) =>
  html
    .replace(/<title>.*<\/title>/, `<title>${name} · 沙盒 · 试玩币</title>`)
    .replace(/href="\/art\/\w+\.svg"/, `href="/art/${code}.svg"`)

/** The same with its scene fetched at once, and its frame drawn before any script has come. */
const framedFor = (html: string, code: string, frame: string) =>
  html
    .replace('<title>', `<link rel="preload" as="image" href="/art/scene-${code}.svg">\n<title>`)
    .replace('<div id="game"></div>', `<div id="game">${frame}</div>`)

type Skin = { code: string; name: string; frame: string }

/** The skins of a slot's page, with the frame of each. */
function skinsOf(page: string): Skin[] {
  if (page === 'slot3')
    return Object.entries(SKINS).map(([code, skin]) => ({
      code,
      name: skin.name,
      frame: frameHtml(code, skin),
    }))
  if (page === 'slot5')
    return Object.entries(SKINS5).map(([code, skin]) => ({
      code,
      name: skin.name,
      frame: frameHtml5(code, skin),
    }))
  return []
}

/** The page of a slot's skin, as `play/` shows it or with its rules open. */
function skinned(html: string, { code, name, frame }: Skin, folder: string): string {
  const named = namedFor(html, code, name)
  return folder === 'play' ? framedFor(named, code, frame) : named
}

const ADDRESS = /^\/(?:(?<folder>play|rules)\/(?<code>\w+)|operator)(?:\?|$)/

/** In development: the page at an address, made from its source as a build makes it. */
function livePage(address: string): string | null {
  const asked = ADDRESS.exec(address)?.groups
  if (!asked) return null
  const { folder = '', code = 'operator' } = asked
  const shared = ['slot3', 'slot5'].find(page => skinsOf(page).some(skin => skin.code === code))
  const page = shared ?? code
  const source = pageSources().get(page)
  if (source === undefined) return null
  const html = readFileSync(source, 'utf8').replace(
    'src="./',
    `src="${addressOf(dirname(source))}/`,
  )
  const early = withEarlyScript(page, html, addressOf(EARLY))
  const skin = skinsOf(page).find(each => each.code === code)
  return inLanguage(skin ? skinned(early, skin, folder) : early, languageOf(address))
}

/** A page from the folder of its source; the verifier is made at the root, and stays as it is. */
const isEntry = (path: string) => path.endsWith('.html') && path.includes('/')

/**
 * Puts every built page at the root of `dist`, wherever its source is, adds the early script, and
 * writes a page per skin of the slots, each in every language.
 */
export function pages(): Plugin {
  let early = ''
  return {
    name: 'tianping-pages',
    buildStart() {
      if (this.environment.mode === 'dev') return
      early = this.emitFile({ type: 'chunk', id: EARLY, name: 'early' })
    },
    configureServer(server) {
      answer(server, async address => {
        const html = livePage(address)
        if (html === null) return null
        return { type: HTML, body: await server.transformIndexHtml(address, html) }
      })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const src = `/${this.getFileName(early)}`
        const emit = (name: string, html: string) => {
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source: html })
          for (const language of name === 'operator' ? [] : LANGUAGES) {
            const source = inLanguage(html, language)
            this.emitFile({ type: 'asset', fileName: `${name}.${language}.html`, source })
          }
        }
        for (const [path, built] of Object.entries(bundle)) {
          if (built.type !== 'asset' || !isEntry(path)) continue
          const page = basename(path, '.html')
          const html = withEarlyScript(page, String(built.source), src)
          delete bundle[path]
          emit(page, html)
          for (const skin of skinsOf(page))
            for (const folder of ['play', 'rules'])
              emit(`${folder}/${skin.code}`, skinned(html, skin, folder))
        }
      },
    },
  }
}
