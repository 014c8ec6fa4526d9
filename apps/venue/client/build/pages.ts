import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { frameHtml } from '../../games/slot3/frameHtml.ts'
import { SKINS } from '../../games/slot3/skins.ts'
import { frameHtml5 } from '../../games/slot5/frameHtml5.ts'
import { SKINS5 } from '../../games/slot5/skins5.ts'

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

/** The skins of a slot's page, with the frame of each. */
function skinsOf(page: string): { code: string; name: string; frame: string }[] {
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

/** A page from the folder of its source; the verifier is made at the root, and stays as it is. */
const isEntry = (path: string) => path.endsWith('.html') && path.includes('/')

/**
 * Puts every built page at the root of `dist`, wherever its source is, adds the early script, and
 * writes a page per skin of the slots.
 */
export function pages(): Plugin {
  let early = ''
  return {
    name: 'tianping-pages',
    buildStart() {
      early = this.emitFile({
        type: 'chunk',
        id: join(import.meta.dirname, '../session/early.ts'),
        name: 'early',
      })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const src = `/${this.getFileName(early)}`
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: 'asset', fileName, source })
        for (const [path, built] of Object.entries(bundle)) {
          if (built.type !== 'asset' || !isEntry(path)) continue
          const page = basename(path, '.html')
          const html = withEarlyScript(page, String(built.source), src)
          delete bundle[path]
          emit(`${page}.html`, html)
          for (const { code, name, frame } of skinsOf(page)) {
            const named = namedFor(html, code, name)
            emit(`play/${code}.html`, framedFor(named, code, frame))
            emit(`rules/${code}.html`, named)
          }
        }
      },
    },
  }
}
