// The Node of the project, whatever Node the machine has. A package for each platform brings it.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules')

/**
 * The path of the project's Node, or of the one that runs where no package fits the platform. npm
 * before 11 removes `.bin/node` again together with the packages of other platforms, so a link that
 * is missing is made: supervisors and images start `node_modules/.bin/node`.
 */
export function ownNode() {
  const name = `node-${process.platform.replace('win32', 'win')}-${process.arch}`
  const windows = process.platform === 'win32'
  const binary = join(modules, name, 'bin', windows ? 'node.exe' : 'node')
  if (!existsSync(binary)) return process.execPath
  const link = join(modules, '.bin', 'node')
  if (!windows && !existsSync(link)) linkTo(link, join('..', name, 'bin', 'node'))
  return binary
}

/** Two commands may start at the same time; one link is enough. */
function linkTo(link, binary) {
  mkdirSync(dirname(link), { recursive: true })
  try {
    symlinkSync(binary, link)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
}
