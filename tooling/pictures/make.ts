// Draws the pictures of the member app and writes them where the app serves them from. Only what
// changed is drawn anew; --all draws everything. The files and the manifest are committed, so that
// a build needs neither fonts nor time.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { captchaList } from './captcha.ts'
import {
  type Manifest,
  hash,
  manifestFile,
  readManifest,
  readRenderer,
  root,
  sourceHash,
  stalePictures,
} from './manifest.ts'
import { type Picture, publicDirectory } from './picture.ts'
import { allPictures } from './pictures.ts'
import { render } from './render.ts'

const captchaListFile = join(root, 'apps/member/src/pages/login/captchas.json')
const folders = ['art', 'captcha', 'icons']

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/**
 * Draws the given pictures, and enters them into the manifest. Throws when one is heavier than it
 * may be.
 */
async function draw(pictures: Picture[], manifest: Manifest): Promise<void> {
  const renderer = readRenderer()
  for (const picture of pictures) {
    const content = await render(picture)
    if (content.length > picture.maxBytes) {
      throw new Error(
        `${picture.file} weighs ${content.length} bytes, more than its ${picture.maxBytes}.`,
      )
    }
    write(join(root, picture.file), content)
    manifest[picture.file] = {
      source: sourceHash(picture, renderer),
      output: hash(content),
      bytes: content.length,
    }
  }
}

/** Removes files that no picture of the plan makes any more. */
function sweep(planned: Set<string>): void {
  for (const folder of folders) {
    for (const name of readdirSync(join(root, publicDirectory, folder))) {
      const file = `${publicDirectory}/${folder}/${name}`
      if (!planned.has(file)) rmSync(join(root, file))
    }
  }
}

const began = performance.now()
const everything = allPictures()
const planned = new Set(everything.map(({ file }) => file))
const before = readManifest()
const chosen = process.argv.includes('--all') ? everything : stalePictures(before)
for (const folder of folders) mkdirSync(join(root, publicDirectory, folder), { recursive: true })
await draw(chosen, before)
sweep(planned)
const manifest = Object.fromEntries(
  [...planned].sort().flatMap(file => (before[file] ? [[file, before[file]]] : [])),
)
write(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
write(captchaListFile, `${JSON.stringify(captchaList(), null, 2)}\n`)
const kilobytes = Math.round(
  Object.values(manifest).reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
)
const seconds = ((performance.now() - began) / 1000).toFixed(1)
console.log(
  `${chosen.length} of ${everything.length} pictures drawn in ${seconds} s; together they weigh ${kilobytes} KB.`,
)
