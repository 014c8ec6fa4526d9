// The project starts on a machine whose npm removed the link to the Node that it installed.
import { cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { inRoot } from '../root.ts'

type OwnNode = { ownNode: () => string }

test('the Node of the project is found by its package, and linked where the link is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tianping-node-'))
  try {
    const copy = join(folder, 'tooling', 'ownNode.mjs')
    cpSync(inRoot('tooling/ownNode.mjs'), copy)
    const { ownNode } = (await import(pathToFileURL(copy).href)) as OwnNode
    expect(ownNode()).toBe(process.execPath)
    const name = `node-${process.platform}-${process.arch}`
    const binary = join(folder, 'node_modules', name, 'bin', 'node')
    mkdirSync(join(binary, '..'), { recursive: true })
    writeFileSync(binary, '')
    for (const time of ['first', 'second']) {
      expect(ownNode(), time).toBe(binary)
      expect(readlinkSync(join(folder, 'node_modules', '.bin', 'node')), time).toBe(
        join('..', name, 'bin', 'node'),
      )
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
