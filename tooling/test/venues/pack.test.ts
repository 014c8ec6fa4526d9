// The conformance kit as a third party gets it: packed, in an empty folder, without our code.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cases } from '../../../packages/venue-kit/src/examine.ts'
import { expect, test } from 'vitest'
import { walletCases } from '../../../packages/venue-kit/src/wallet/cases.ts'
import { inRoot } from '../../root.ts'
import { startSecondVenue } from '../../venues/secondVenue.ts'

const SECRET = 'key-of-the-packed-kit-and-of-nothing-else'

function npm(cwd: string, args: string[], env: Record<string, string> = {}) {
  const done = spawnSync('npm', args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' })
  return { code: done.status, out: done.stdout, all: done.stdout + done.stderr }
}

test('packed, the kit examines a venue from an empty folder and says so as JSON', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'venue-kit-'))
  const merchants = { stranger: { keys: { k9: SECRET } } }
  const venue = await startSecondVenue({ merchants })
  try {
    const built = npm(inRoot('packages/venue-kit'), ['run', 'build'])
    expect(built.code, built.all).toBe(0)
    const packed = npm(inRoot('packages/venue-kit'), [
      'pack',
      '--ignore-scripts',
      '--pack-destination',
      folder,
    ])
    expect(packed.code, packed.all).toBe(0)
    const [archive = ''] = readdirSync(folder)
    const installed = npm(folder, ['install', '--offline', '--no-audit', `./${archive}`])
    expect(installed.code, installed.all).toBe(0)
    const there = readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'))
    expect(there).toEqual(['tianping-venue-kit'])
    const inside = readdirSync(join(folder, 'node_modules/tianping-venue-kit'))
    expect(inside.toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    const library = "import('tianping-venue-kit').then(kit => console.log(kit.walletCases.length))"
    const imported = spawnSync(process.execPath, ['-e', library], { cwd: folder, encoding: 'utf8' })
    expect(imported.stdout, imported.stderr).toBe(`${walletCases.length}\n`)
    writeFileSync(join(folder, 'key.json'), JSON.stringify({ id: 'k9', secret: SECRET }))
    const kit = ['exec', '--offline', '--no', '--', 'tianping-venue-kit']
    const place = ['--url', venue.url, '--merchant', 'stranger', '--key-file', 'key.json']
    const driver = ['--driver', inRoot('examples/second-venue/driver.mjs')]
    const ran = npm(folder, [...kit, ...place, ...driver, '--json'], {
      VENUE_URL: venue.url,
      VENUE_MERCHANT: 'stranger',
      ADMIN_KEY: venue.adminKey,
    })
    expect(ran.code, ran.all).toBe(0)
    const report = JSON.parse(ran.out) as { passed: number; failed: number; not_run: number }
    expect(report).toMatchObject({ passed: cases.length, failed: 0, not_run: 0 })

    writeFileSync(join(folder, 'key.json'), JSON.stringify({ id: 'k9', secret: `${SECRET}-not` }))
    const wrong = npm(folder, [...kit, ...place, '--only', 'health'])
    expect(wrong.code).toBe(1)
    expect(wrong.out).toContain('FAIL health')
    expect(wrong.out).toContain('1001')
    expect(wrong.all).not.toContain(SECRET)
    expect(npm(folder, [...kit, '--url', venue.url]).code).toBe(2)
  } finally {
    await venue.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
