import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { copied } from '../binaries.ts'

const home = mkdtempSync(join(tmpdir(), 'tianping-binaries-'))
const [cache, lib] = [join(home, 'cache'), join(home, 'cache/native/lib')]
afterAll(() => rmSync(home, { recursive: true, force: true }))
beforeEach(() => rmSync(cache, { recursive: true, force: true }))

/** A clone's package, as npm leaves it with or without its install script. */
function clone(name: string, scripts: boolean) {
  const native = join(home, name, 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib/libicuuc.so.60.2'), 'a library')
  writeFileSync(
    join(native, 'pg-symlinks.json'),
    JSON.stringify([
      { source: 'native/lib/libicuuc.so.60.2', target: 'native/lib/libicuuc.so.60' },
    ]),
  )
  if (scripts) symlinkSync('libicuuc.so.60.2', join(native, 'lib/libicuuc.so.60'))
  return { native, remove: () => rmSync(join(home, name), { recursive: true }) }
}

describe('the programs of PostgreSQL that all clones of the project share', () => {
  test.each([
    ['with', true],
    ['without', false],
  ])(
    'outlive the clone that copied them, whose package was installed %s its script',
    (_, scripts) => {
      const first = clone('first', scripts)
      copied(first.native, cache)
      first.remove()
      expect(readFileSync(join(lib, 'libicuuc.so.60'), 'utf8')).toBe('a library')
      expect(readlinkSync(join(lib, 'libicuuc.so.60'))).toBe('libicuuc.so.60.2')
    },
  )

  test('are copied again when a file of theirs was swept away, and not otherwise', () => {
    const { native, remove } = clone('second', true)
    copied(native, cache)
    writeFileSync(join(cache, 'mark'), '')
    copied(native, cache)
    expect(existsSync(join(cache, 'mark'))).toBe(true)
    rmSync(join(lib, 'libicuuc.so.60.2'))
    expect(readFileSync(join(copied(native, cache), 'lib/libicuuc.so.60'), 'utf8')).toBe(
      'a library',
    )
    expect(existsSync(join(cache, 'mark'))).toBe(false)
    remove()
  })

  test('are copied again when a link of theirs leads into a clone that is gone', () => {
    const { native, remove } = clone('third', true)
    copied(native, cache)
    rmSync(join(lib, 'libicuuc.so.60'))
    symlinkSync(join(home, 'gone/native/lib/libicuuc.so.60.2'), join(lib, 'libicuuc.so.60'))
    expect(readFileSync(join(copied(native, cache), 'lib/libicuuc.so.60'), 'utf8')).toBe(
      'a library',
    )
    remove()
  })

  test('are not run from what belongs to another user and cannot be replaced', () => {
    const { native, remove } = clone('fourth', true)
    expect(() => copied(native, cache, userInfo().uid + 1)).toThrow('cannot be made')
    remove()
  })
})
