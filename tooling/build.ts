// Builds the browser apps that are stale: their sources, or what they share, changed since the last
// build.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { inRoot, root } from './root.ts'

const APPS = ['apps/member', 'apps/console', 'apps/venue'] as const
const SHARED = ['packages', 'package-lock.json', 'tooling/build.ts', 'tooling/bundles']
/** What is built from, and never what a build or a test leaves behind. */
const SKIPPED = new Set(['node_modules', 'dist', 'test', 'migrations'])
const STAMP = '.built-from'
const SERVED_CONFIG = 'vite.served.config.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

function* filesUnder(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).toSorted())
    if (!SKIPPED.has(name)) yield* filesUnder(join(path, name))
}

function sourceHash(app: string): string {
  const hash = createHash('sha256')
  for (const part of [app, ...SHARED]) {
    for (const file of filesUnder(inRoot(part)))
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * Builds what is stale and answers its names. Throws with the builder's output when a build fails.
 */
export async function buildApps(
  say: (text: string) => void,
  apps: readonly string[] = APPS,
): Promise<string[]> {
  const built: string[] = []
  for (const app of apps) {
    if (!existsSync(inRoot(app, 'vite.config.ts'))) continue
    const wanted = sourceHash(app)
    const stamp = inRoot(app, 'dist', STAMP)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue
    say(`Building ${app} …`)
    await vite(app)
    // What the server draws by itself is built beside it.
    if (existsSync(inRoot(app, SERVED_CONFIG))) await vite(app, ['--config', SERVED_CONFIG])
    await compress(inRoot(app, 'dist'))
    writeFileSync(stamp, wanted)
    built.push(app)
  }
  return built
}

function vite(app: string, options: string[] = []): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(
      process.execPath,
      [inRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...options],
      {
        cwd: inRoot(app),
        stdio: ['ignore', 'pipe', 'pipe'],
        // A build that a test asks for is the one that is shipped.
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('exit', code =>
      code === 0 ? done() : failed(new Error(`${app} did not build:\n${output}`)),
    )
  })
}

/**
 * Compressed once at build time, so that serving costs no processor time and gets the best ratio.
 */
async function compress(dist: string) {
  for (const file of filesUnder(dist)) {
    if (!/\.(js|css|html|svg|json|webmanifest)$/.test(file) || statSync(file).size < 1_024) continue
    const text = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(`${file}.gz`, await zip(text, { level: 9 }))
  }
}

if (import.meta.main) {
  const built = await buildApps(text => console.log(text))
  console.log(built.length > 0 ? `Built ${built.join(', ')}.` : 'Everything is up to date.')
}
