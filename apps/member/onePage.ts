import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/g
/** The first frame waits for the end of the page: the skeleton is not drawn for a moment. */
const WAITS = '<link rel="expect" href="#end" blocking="render">'
const CODE = /\s*<script type="module"[^>]*><\/script>/g

const uncommented = (text: string) => text.replace(/^\s*\/\/.*\n/gm, '')
const inlined = (...files: string[]) => {
  const texts = files.map(file => readFileSync(join(import.meta.dirname, file), 'utf8'))
  return `<script>${uncommented(texts.join(''))}</script>`
}

/**
 * Home's first picture takes one answer: what styles it and what decides what shows stands in the
 * page, and the app's code is fetched when one of the inlined scripts says so. The server allows
 * those by their hashes.
 */
export const onePage: Plugin = {
  name: 'tianping-one-page',
  apply: 'build',
  /** The worker is fetched with every first visit, and its comments are a third of it. */
  writeBundle: ({ dir = '' }) => {
    const worker = join(dir, 'sw.js')
    writeFileSync(worker, uncommented(readFileSync(worker, 'utf8')))
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, filename }) => {
      if (!filename.endsWith('index.html')) return html
      const code = (html.match(CODE) ?? []).map(tag => tag.trim()).join('')
      return html
        .replace(CODE, '')
        .replace(SHEET, (tag, file: string) => {
          const sheet = bundle?.[file]
          if (sheet?.type !== 'asset') throw new Error(`There is no ${file} to put into the page.`)
          // A sheet that is switched off is not fetched; pages opened later find that it is here.
          return `<style>${String(sheet.source).trim()}</style>${tag.replace('>', ' disabled>')}`
        })
        .replace(
          '<!--head-->',
          () =>
            `${WAITS}<template id="code">${code}</template>${inlined('public/first.js', 'src/served/head.js')}`,
        )
        .replace('<!--body-->', () => inlined('src/served/body.js'))
    },
  },
}
