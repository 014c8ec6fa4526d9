#!/usr/bin/env node
// `npx tianping`: tianping.ts on the Node of the project, whatever Node the machine has. Streams,
// signals and the exit code are the command's own.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownNode } from '../ownNode.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const child = spawn(ownNode(), [join(here, 'tianping.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)))
