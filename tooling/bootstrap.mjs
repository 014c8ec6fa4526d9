// Runs with whatever Node the machine has (20 or newer): installs the dependencies when they are
// missing or stale, then hands over to the Node of the project, which runs the TypeScript files as
// they are.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownNode } from './ownNode.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.tianping-installed')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''

if (installed !== wanted) {
  console.log('Installing dependencies (npm ci) …')
  const npm = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (npm.status !== 0) {
    console.error('npm ci failed. Is the package registry reachable?')
    process.exit(npm.status ?? 1)
  }
  writeFileSync(stamp, wanted)
}

const script = process.argv[2]
if (!script) {
  console.error('usage: node tooling/bootstrap.mjs <script.ts> [arguments]')
  process.exit(2)
}
const node = ownNode()
if (node === process.execPath && Number(process.versions.node.split('.')[0]) < 24) {
  console.error('This platform has no bundled Node; please install Node 24 or newer.')
  process.exit(1)
}
const child = spawn(node, [join(root, script), ...process.argv.slice(3)], {
  cwd: root,
  stdio: 'inherit',
  // Every process of a run would strip the types of the same files again: half of a server's start.
  env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env },
})
// Ctrl-C reaches the child through the terminal's process group; this process only waits for the
// child's own farewell.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)))
