#!/usr/bin/env node
// `npx tianping`: tianping.ts on the Node of the project, whatever Node the machine has. Streams,
// signals and the exit code are the command's own.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const own = join(here, '..', '..', 'node_modules', '.bin', 'node')
const node = existsSync(own) ? own : process.execPath
const child = spawn(node, [join(here, 'tianping.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)))
