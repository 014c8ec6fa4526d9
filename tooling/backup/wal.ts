// The log of a cluster in BACKUP_DIR: pushed file by file, and handed out again to a recovery.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  isWritten,
  readSealed,
  sealedHash,
  sealedIn,
  walDir,
  writeSealed,
  type Shelf,
} from './folder.ts'

/** Files of the log, the history of a timeline, the mark of a backup. */
const NAME = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?$|^[0-9A-F]{8}\.history$/

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Seals a file of the log. The same file twice is well; another one of its name is refused. */
export async function pushWal(shelf: Shelf, file: string): Promise<void> {
  const name = basename(file)
  if (!NAME.test(name)) throw new Error(`${name} is no file of the log.`)
  const path = join(walDir(shelf), name)
  if (!isWritten(path)) {
    await writeSealed(shelf, path, createReadStream(file))
    return
  }
  if ((await sealedHash(shelf, path)) !== (await hashOf(file)))
    throw new Error(
      `There is another ${name} in ${walDir(shelf)}: is the folder another cluster's?`,
    )
}

const SEGMENT = /^[0-9A-F]{24}$/

/** A file of the same timeline after one that is missing; none where the log ends there. */
export const laterThan = (missing: string, there: string[]): string | undefined =>
  missing === ''
    ? undefined
    : there.find(
        name => SEGMENT.test(name) && name.startsWith(missing.slice(0, 8)) && name > missing,
      )

/** How often a recovery's wishes are looked for, and how long it waits for one. */
const LOOK_MS = 20
const WAITS_S = 120

/**
 * Hands files of the log to a recovery. PostgreSQL's restore_command is a few words of shell that
 * ask by an empty file and wait; so neither a key nor this program is within its reach.
 */
export class WalDesk {
  readonly #shelf: Shelf
  readonly #folder: string
  readonly #owner: { uid: number; gid: number }
  #open = true
  #work: Promise<void> = Promise.resolve()
  /** What went wrong with a file that is there. */
  failed: Error | undefined
  /** The furthest file that was asked for and is not there. */
  #missing = ''

  private constructor(shelf: Shelf, folder: string, owner: { uid: number; gid: number }) {
    this.#shelf = shelf
    this.#folder = folder
    this.#owner = owner
  }

  /** Opens a desk in a folder of the cluster, which belongs to who runs PostgreSQL. */
  static async open(shelf: Shelf, dataDir: string): Promise<WalDesk> {
    const owner = await stat(dataDir)
    const desk = new WalDesk(shelf, join(dataDir, 'wal_desk'), owner)
    await mkdir(desk.#folder, { mode: 0o700 })
    await chown(desk.#folder, owner.uid, owner.gid)
    desk.#work = desk.#serve().catch((error: Error) => {
      desk.failed ??= error
    })
    return desk
  }

  /** The words that PostgreSQL runs for each file. */
  get restoreCommand(): string {
    const at = (ending: string) => `"${this.#folder}/%f.${ending}"`
    const tries = (WAITS_S * 1_000) / 50
    return [
      `: > ${at('want')}; n=0`,
      `while [ ! -e ${at('have')} ] && [ ! -e ${at('none')} ]`,
      `do n=$((n+1)); [ $n -gt ${tries} ] && exit 200; sleep 0.05; done`,
      `[ -e ${at('none')} ] && exit 1`,
      `mv ${at('have')} "%p"`,
    ].join('; ')
  }

  async #serve(): Promise<void> {
    while (this.#open) {
      const wants = (await readdir(this.#folder)).filter(each => each.endsWith('.want'))
      for (const want of wants) await this.#answer(want.slice(0, -'.want'.length))
      if (wants.length === 0) await new Promise(done => setTimeout(done, LOOK_MS))
    }
  }

  async #answer(name: string): Promise<void> {
    const at = (ending: string) => join(this.#folder, `${name}.${ending}`)
    await rm(at('none'), { force: true })
    const path = join(walDir(this.#shelf), name)
    try {
      if (NAME.test(name) && isWritten(path)) {
        await readSealed(this.#shelf, path, createWriteStream(at('coming'), { mode: 0o600 }))
        await chown(at('coming'), this.#owner.uid, this.#owner.gid)
        await rm(at('want'))
        await rename(at('coming'), at('have'))
        return
      }
    } catch (error) {
      // The log ends here for this recovery; the caller says why.
      this.failed ??= error as Error
    }
    if (SEGMENT.test(name) && name > this.#missing) this.#missing = name
    await rm(at('want'))
    await writeFile(at('none'), '')
  }

  /**
   * Throws where the recovery ended before the log does: at a file that cannot be read, or at one
   * that is missing although later ones are there.
   */
  async refuseGap(): Promise<void> {
    if (this.failed) throw this.failed
    const missing = this.#missing
    const later = laterThan(missing, await sealedIn(walDir(this.#shelf)))
    if (later)
      throw new Error(
        `The log lacks ${missing}, while ${later} is there. Restore --to a moment before it.`,
      )
  }

  async close(): Promise<void> {
    this.#open = false
    await this.#work
    await rm(this.#folder, { recursive: true, force: true })
  }
}
