// Where backups lie: BACKUP_DIR/base/<moment>/ holds a base backup, BACKUP_DIR/wal/ the log. Every
// file is compressed, then sealed. A file appears under its name only when it is complete.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { opening, sealing, type BackupKeys } from './sealed.ts'

const SUFFIX = '.zst.sealed'
const PARTIAL = '.partial'
/** Fast, and tables shrink to a fifth. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Where backups lie and what seals them. */
export type Shelf = { dir: string; keys: BackupKeys }

/** A base backup, as its own file `about` says. */
export type BaseBackup = {
  /** Its folder, and the moment at which it began. */
  name: string
  /** From where on the log is needed, and where it ended. */
  startWal: string
  timeline: number
  endedAt: string
  systemId: string
  postgres: number
  bytes: number
  sha256: string
}

export const walDir = ({ dir }: Shelf) => join(dir, 'wal')
export const baseDir = ({ dir }: Shelf) => join(dir, 'base')

/** What a file is sealed for: its name and that of its folder. */
const sealedName = (path: string) => `${basename(dirname(path))}/${basename(path)}`

async function flush(path: string) {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes a sealed file, durably or not at all; answers its size and the hash of what is in it. */
export async function writeSealed(
  { keys }: Shelf,
  path: string,
  from: Readable,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const partial = `${path}${SUFFIX}${PARTIAL}${process.pid}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await pipeline(
      from,
      async function* hashed(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk)
          yield chunk
        }
      },
      createZstdCompress(LEVEL),
      sealing(keys, sealedName(path)),
      createWriteStream(partial, { mode: 0o600 }),
    )
    await flush(partial)
    await rename(partial, `${path}${SUFFIX}`)
    await flush(dirname(path))
  } finally {
    await rm(partial, { force: true })
  }
  const { size } = await stat(`${path}${SUFFIX}`)
  return { bytes: size, sha256: hash.digest('hex') }
}

/** Sends what a sealed file holds into `to`. */
export const readSealed = ({ keys }: Shelf, path: string, to: Writable): Promise<void> =>
  pipeline(
    createReadStream(`${path}${SUFFIX}`),
    opening(keys, sealedName(path)),
    createZstdDecompress(),
    to,
  )

export const isWritten = (path: string): boolean => existsSync(`${path}${SUFFIX}`)

/** Reads a sealed file to its end; answers the hash of what is in it. */
export async function sealedHash(shelf: Shelf, path: string): Promise<string> {
  const hash = createHash('sha256')
  await readSealed(shelf, path, hash)
  return hash.digest('hex')
}

export async function sealedText(shelf: Shelf, path: string): Promise<string> {
  const chunks: Buffer[] = []
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  await readSealed(shelf, path, to)
  return Buffer.concat(chunks).toString('utf8')
}

export const writeSealedText = (shelf: Shelf, path: string, text: string) =>
  writeSealed(shelf, path, Readable.from([Buffer.from(text)]))

/** The files of a folder of sealed ones, without their suffix. */
export async function sealedIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const found = await readdir(folder)
  return found
    .filter(name => name.endsWith(SUFFIX))
    .map(name => name.slice(0, -SUFFIX.length))
    .toSorted()
}

/** All base backups that are complete, oldest first. */
export async function baseBackups(shelf: Shelf): Promise<BaseBackup[]> {
  const folder = baseDir(shelf)
  const names = existsSync(folder) ? await readdir(folder) : []
  const complete = names.filter(name => isWritten(join(folder, name, 'about'))).toSorted()
  return Promise.all(
    complete.map(
      async name => JSON.parse(await sealedText(shelf, join(folder, name, 'about'))) as BaseBackup,
    ),
  )
}

export const removeSealed = (path: string) => rm(`${path}${SUFFIX}`, { force: true })
