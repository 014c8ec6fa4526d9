// `npm run manifest`: writes release.json, the SHA-256 of every file that decides what the program
// does, as the last step of a release. `npm run manifest -- check` compares the files with it.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { checkProgram, makeManifest } from '../../apps/server/src/kernel/security/program.ts'
import { inRoot, root } from '../root.ts'

const FILE = inRoot('release.json')

async function write() {
  const manifest = await makeManifest(root, new Date())
  writeFileSync(FILE, `${JSON.stringify(manifest, null, 1)}\n`)
  const mark = createHash('sha256').update(readFileSync(FILE)).digest('hex')
  console.log(`release.json: ${Object.keys(manifest.files).length} files.`)
  console.log(`RELEASE_SHA256=${mark}`)
}

async function check() {
  const found = await checkProgram(FILE, process.env['RELEASE_SHA256'] ?? null)
  if (found.state === 'unreleased') {
    console.log('There is no release.json; `npm run manifest` writes one.')
  } else {
    const said = found.state === 'same' ? 'All files are' : 'These files are not'
    console.log(`${said} those of the release.`)
    for (const file of found.differing) console.log(`  ${file}`)
  }
  process.exitCode = found.state === 'same' ? 0 : 1
}

await (process.argv[2] === 'check' ? check() : write())
