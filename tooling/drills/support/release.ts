// An earlier release of the server, taken from the history of this repository.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, root } from '../../root.ts'
import { must } from './tools.ts'

const MIGRATIONS = 'apps/server/migrations'
const OURS = '@tianping'

const git = (...args: string[]) => must('git', '-C', root, ...args).trim()

/** The newest commit that knows fewer migrations than the working tree. */
export function commitBeforeMigrations(): string {
  const [latest] = git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS).split('\n')
  const status = git('status', '--porcelain', '--untracked-files=all', '--', MIGRATIONS)
  if (status !== '') return git('rev-parse', 'HEAD')
  if (!latest) throw new Error('The history names no migration.')
  return git('rev-parse', `${latest}^1`)
}

/** Modules are those of the working tree; packages of the project are the release's own. */
function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, OURS), { recursive: true })
  for (const name of readdirSync(inRoot('node_modules')))
    if (name !== OURS) symlinkSync(inRoot('node_modules', name), join(modules, name))
  for (const name of readdirSync(inRoot('node_modules', OURS)))
    symlinkSync(readlinkSync(inRoot('node_modules', OURS, name)), join(modules, OURS, name))
  const server = 'apps/server/node_modules'
  symlinkSync(inRoot(server), join(folder, server))
}

/** Unpacks a commit into `folder`; answers it in a line. */
export function unpackRelease(commit: string, folder: string): string {
  mkdirSync(folder)
  const { status, stderr } = spawnSync(
    'sh',
    [
      '-c',
      'git -C "$0" archive "$1" apps packages tooling package.json | tar -x -C "$2"',
      root,
      commit,
      folder,
    ],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The release could not be unpacked: ${stderr}`)
  linkModules(folder)
  return git('log', '-1', '--format=%h of %cs: %s', commit)
}

export const migrationsOf = (release: string) => join(release, MIGRATIONS)
