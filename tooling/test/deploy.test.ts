// What deploy/ and docs/first-day.md set exists, and what a production process needs is set.
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { neededInProduction } from '../../apps/server/src/kernel/environment.ts'
import { baseBackups, sealedIn, writeSealedText } from '../backup/folder.ts'
import { momentOf } from '../backup/moment.ts'
import { prune } from '../backup/prune.ts'
import { walName } from '../backup/replication.ts'
import { opening, sealing } from '../backup/sealed.ts'
import { backupProblems } from '../backup/settings.ts'
import { laterThan } from '../backup/wal.ts'
import { commandsOf, placed } from '../drills/support/page.ts'
import { knownSettings, unknownSettings } from '../ops/settingNames.ts'
import { inRoot, root } from '../root.ts'

const read = (path: string) => readFileSync(inRoot(path), 'utf8')
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, n = '']) => n)
/** Settings of the programs of others, and passwords that only compose's own files read. */
const OTHERS =
  /^(POSTGRES_PASSWORD|GF_SECURITY_ADMIN_PASSWORD|(OWNER|SERVER|VENUE|BACKUP)_PASSWORD|NODE_ENV)$/

const compose = read('deploy/compose.yaml')
/** What the server is given by each way of running it. */
const servers: Record<string, string[]> = {
  compose: named(
    compose.slice(compose.indexOf('x-server'), compose.indexOf('\nservices:')),
    /^ {4}([A-Z][A-Z0-9_]+):/gm,
  ),
  helm: [
    ...named(read('deploy/helm/values.yaml'), /^ {2}([A-Z][A-Z0-9_]+):/gm),
    ...(/^serverKeys: \[(.+)\]$/m.exec(read('deploy/helm/values.yaml'))?.[1]?.split(', ') ?? []),
  ],
  'first day': named(
    /server\.env" <<ENV\n([\s\S]*?)^ENV$/m.exec(read('docs/first-day.md'))?.[1] ?? '',
    /^([A-Z_0-9]+)=/gm,
  ),
}

test('every setting in deploy/ and in docs/first-day.md exists', () => {
  const units = globSync('deploy/systemd/*.service', { cwd: root }).map(read).join('\n')
  const all = [
    ...Object.values(servers).flat(),
    ...named(compose, /^ {4,6}([A-Z][A-Z0-9_]+): /gm),
    ...named(units, /^Environment=([A-Z0-9_]+)=/gm),
    ...named(read('deploy/Containerfile'), /(?:ENV | {4})([A-Z][A-Z_]+)=/g),
    ...named(read('deploy/helm/values.yaml'), /^ownerKeys: \[(.+)\]$/gm),
    ...named(read('docs/first-day.md'), /^(BACKUP_[A-Z]+)=\$/gm),
  ].filter(name => !OTHERS.test(name))
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter(name => !knownSettings.has(name))).toEqual([])
  expect(unknownSettings({ SMPT_URL: 'x', VENUE_ULR: 'x', HOME: '/', BACKUP_KEY: 'k' })).toEqual([
    'VENUE_ULR is no setting; is it misspelt?',
  ])
})

test.each(Object.keys(servers))('%s sets what a production server needs', way => {
  expect(neededInProduction.filter(name => !servers[way]?.includes(name))).toEqual([])
})

test('a container runs as nobody, changes no file of its own, and has no default secret', () => {
  expect(read('deploy/Containerfile')).toMatch(/^USER 10001:10001$/m)
  for (const each of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
    expect(compose).toContain(each)
  // A variable of compose is given, or the start ends.
  expect(named(compose, /(\$\{[A-Z_]+\}|\$\{[A-Z_]+:?-[^}]*\})/g)).toEqual([])
  const template = read('deploy/helm/templates/server.yaml')
  for (const each of ['readOnlyRootFilesystem: true', 'runAsNonRoot: true', '/readyz', '/livez'])
    expect(template).toContain(each)
  for (const unit of globSync('deploy/systemd/*.service', { cwd: root }))
    for (const each of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=\n'])
      expect(read(unit), unit).toContain(each)
})

test('the page of the first day names the places of its drill, and none is left out', () => {
  const { places, before, after } = commandsOf(read('docs/first-day.md'))
  expect(before).toContain('npx tianping migrate')
  expect(after).toContain('npx tianping reconcile')
  expect(placed("A=1 # one\nB='2'\n", { B: "it's", A: '' })).toBe("A=''\nB='it'\\''s'\n")
  expect(() => placed(places, { SOURCE: '.' })).toThrow('The page and the values differ: PROGRAM')
})

const KEY = 'wG5sK2-a-key-of-this-test-of-enough'
const through = async (bytes: Buffer, by: Transform): Promise<Buffer> => {
  const [passed] = await Promise.all([buffer(by), pipeline(Readable.from([bytes]), by)])
  return passed
}

test('a sealed file opens by its key and its name only, and not when it was changed', async () => {
  for (const size of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    const plain = Buffer.alloc(size, createHash('sha256').update(String(size)).digest())
    const sealed = await through(plain, sealing([KEY], 'a'))
    // A single byte is in there by chance.
    if (size > 32) expect(sealed.includes(plain.subarray(0, 32)), String(size)).toBe(false)
    const open = (bytes: Buffer, name = 'a', keys: [string, ...string[]] = [KEY]) =>
      through(bytes, opening(keys, name))
    expect((await open(sealed)).equals(plain)).toBe(true)
    expect((await open(sealed, 'a', ['a newer key', KEY])).equals(plain)).toBe(true)
    await expect(open(sealed, 'b')).rejects.toThrow('b was changed or cut off')
    await expect(open(sealed, 'a', ['another'])).rejects.toThrow('sealed by another key')
    await expect(open(sealed.subarray(0, -1))).rejects.toThrow(/cut off/)
    const changed = Buffer.from(sealed)
    changed[changed.length - 1]! ^= 1
    await expect(open(changed)).rejects.toThrow('a was changed or cut off')
  }
  // Cut between two chunks, and with two chunks exchanged.
  const long = await through(Buffer.alloc(200_000, 7), sealing([KEY], 'a'))
  const [head, chunk] = [48, 65_552]
  const part = (n: number) => long.subarray(head + n * chunk, head + (n + 1) * chunk)
  const begin = long.subarray(0, head)
  for (const wrong of [
    Buffer.concat([begin, part(0), part(1)]),
    Buffer.concat([begin, part(1), part(0), part(2), part(3)]),
    begin,
    begin.subarray(0, 20),
  ])
    await expect(through(wrong, opening([KEY], 'a'))).rejects.toThrow(/cut off/)
})

test('backups go when no moment that is promised needs them, and the log before them', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tianping-shelf-'))
  const shelf = { dir, keys: [KEY] } as const
  const now = new Date('2026-11-23T00:00:00Z')
  const wal = (n: number) => `0000000100000000000000${String(n).padStart(2, '0')}`
  try {
    for (const days of [60, 50, 40, 10]) {
      const endedAt = new Date(now.getTime() - days * 86_400_000).toISOString()
      const about = { name: endedAt.slice(0, 10), endedAt, startWal: wal(90 - days) }
      await writeSealedText(shelf, join(dir, 'base', about.name, 'about'), JSON.stringify(about))
    }
    for (const n of [30, 49, 50, 80]) await writeSealedText(shelf, join(dir, 'wal', wal(n)), 'log')
    await writeSealedText(shelf, join(dir, 'wal', '00000002.history'), 'history')
    // 35 days back lies after the backup of 40 days ago.
    expect(await prune(shelf, 35, now)).toEqual({ backups: ['2026-09-24', '2026-10-04'], wal: 2 })
    expect(await prune(shelf, 35, now)).toEqual({ backups: [], wal: 0 })
    expect((await baseBackups(shelf)).map(({ name }) => name)).toEqual(['2026-10-14', '2026-11-13'])
    expect(await sealedIn(join(dir, 'wal'))).toEqual([wal(50), wal(80), '00000002.history'])
    // However old they are, two stay.
    expect(await prune(shelf, 2, now)).toEqual({ backups: [], wal: 0 })
  } finally {
    rmSync(dir, { recursive: true })
  }
})

test('moments, files of the log and the settings of backups are read as they are written', () => {
  expect(momentOf('2026-11-23T10:30:00Z')).toEqual(new Date('2026-11-23T10:30:00Z'))
  expect(momentOf('2026-11-23 18:30')).toEqual(new Date('2026-11-23T10:30:00Z'))
  expect([momentOf('yesterday'), momentOf('2026-13-01 00:00')]).toEqual([null, null])
  expect(walName(1, '0/3000028')).toBe('000000010000000000000003')
  expect(walName(11, '1A/FF000000')).toBe('0000000B0000001A000000FF')
  // A log that goes on after a missing file has not ended there.
  const there = [walName(1, '0/2000000'), walName(1, '0/4000000'), walName(2, '0/5000000')]
  expect(laterThan(walName(1, '0/3000000'), there)).toBe(walName(1, '0/4000000'))
  expect(laterThan(walName(1, '0/5000000'), there)).toBeUndefined()
  expect(laterThan('', there)).toBeUndefined()
  expect(backupProblems({ BACKUP_KEY: KEY, BACKUP_DAYS: '1' }, ['BACKUP_URL'])).toEqual([
    'BACKUP_DIR must be set',
    'BACKUP_URL must be set',
    'BACKUP_DAYS is a number of days, 2 to 3650',
  ])
})
