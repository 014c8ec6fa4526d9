// `tianping brand`: the brands of a deployment and who works for several of them.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { directorySettings } from '../../apps/server/src/brands/brandSettings.ts'
import { brandRows, operatorRows } from '../../apps/server/src/brands/directory.sql.ts'
import { StartRefused } from '../../apps/server/src/kernel/environment.ts'
import {
  addBrand,
  brandNamed,
  BrandRefused,
  envFor,
  listPerson,
  moveBrand,
  openWork,
  reachOf,
  removePerson,
  resealAll,
  setHosts,
  setOwn,
  setState,
  setUrl,
  withDirectory,
  type Own,
  type Work,
} from './brands/work.ts'

const USAGE = `usage: tianping brand list
       tianping brand add CODE --name NAME --url https://HOST --settings FILE [--hosts HOST,HOST] [--create] [--operator NAME]
       tianping brand pause|open|close CODE
       tianping brand hosts CODE HOST[,HOST]
       tianping brand url CODE https://HOST
       tianping brand set CODE --settings FILE
       tianping brand move CODE --settings FILE [--lost]
       tianping brand person NAME CODE,CODE | tianping brand person NAME --remove
       tianping brand run CODE COMMAND [OPTIONS]
       tianping brand reseal

FILE has lines of NAME=VALUE; - reads them from standard input. DIRECTORY_URL, DIRECTORY_OWNER_URL, DIRECTORY_KEY
and MIGRATION_URL come from the environment, the first operator's password from OPERATOR_PASSWORD.`

class Misused extends Error {}

/** Settings of the shell that a command of one brand takes besides those of the brand. */
const OF_THE_SHELL = ['PATH', 'HOME', 'LOG_LEVEL', 'MIGRATION_URL', 'OPERATOR_PASSWORD', 'TZ']

/** Runs another command as if the brand were the only one. */
async function runFor(code: string, command: string[]): Promise<number> {
  const { env } = process
  const directory = directorySettings(env)
  const own = await withDirectory(env, directory, async work =>
    envFor(work, await brandNamed(work.db, code)),
  )
  const shell = OF_THE_SHELL.flatMap(name => (env[name] ? [[name, env[name]] as const] : []))
  const { status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'tianping.ts'), ...command],
    { env: { ...Object.fromEntries(shell), ...own }, stdio: 'inherit' },
  )
  return status ?? 1
}

const { values, positionals } = parseArgs({
  // What follows `run CODE` is the other command's.
  args: process.argv[2] === 'run' ? [] : process.argv.slice(2),
  allowPositionals: true,
  options: {
    name: { type: 'string', default: '' },
    url: { type: 'string', default: '' },
    hosts: { type: 'string', default: '' },
    settings: { type: 'string', default: '' },
    operator: { type: 'string', default: '' },
    create: { type: 'boolean', default: false },
    lost: { type: 'boolean', default: false },
    remove: { type: 'boolean', default: false },
  },
})

const listed = (text: string) => text.split(',').filter(each => each !== '')

/** Secrets come by a file or by standard input: other users of the machine read command lines. */
function settingsRead(): Own {
  if (values.settings === '') return {}
  const text = readFileSync(values.settings === '-' ? 0 : values.settings, 'utf8')
  return Object.fromEntries(
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
        const at = line.indexOf('=')
        if (at < 1) throw new Misused(`No setting: ${line.slice(0, 20)}`)
        return [line.slice(0, at), line.slice(at + 1)]
      }),
  )
}

function firstOperator() {
  if (values.operator === '') return null
  const password = process.env['OPERATOR_PASSWORD']
  if (!password) throw new Misused('OPERATOR_PASSWORD is the first password of --operator')
  return { name: values.operator, password }
}

async function list(work: Work): Promise<string> {
  const brands = await brandRows(work.db)
  const persons = Map.groupBy(await operatorRows(work.db), each => each.person)
  const lines = await Promise.all(
    brands.map(
      async brand =>
        `${brand.code}  ${brand.name}  ${brand.state}  ${brand.publicUrl}\n    hosts: ${brand.hosts.join(', ')}\n    database: ${await reachOf(work, brand)}`,
    ),
  )
  const people = [...persons].map(
    ([person, all]) => `${person} works for ${all.map(({ code }) => code).join(', ')}`,
  )
  return [...(lines.length > 0 ? lines : ['There is no brand yet.']), ...people].join('\n')
}

const states = { pause: 'paused', open: 'open', close: 'closed' } as const

const commands: Record<string, (work: Work, code: string, more: string) => Promise<string>> = {
  list,
  add: async (work, code) => {
    const { name, url, create } = values
    const hosts = listed(values.hosts)
    const own = settingsRead()
    const operator = firstOperator()
    const added = await addBrand(work, {
      code,
      name,
      hosts,
      own,
      create,
      operator,
      publicUrl: url,
    })
    return `${code} is open at ${added.hosts.join(', ')}.`
  },
  ...Object.fromEntries(
    Object.entries(states).map(([command, state]) => [
      command,
      async (work: Work, code: string) => {
        await setState(work, code, state)
        return `${code} is ${state}; instances take it up within seconds.`
      },
    ]),
  ),
  hosts: async (work, code, more) =>
    `${code} answers to ${(await setHosts(work, code, listed(more))).join(', ')}.`,
  url: async (work, code, more) => `${code} is at ${await setUrl(work, code, more)}.`,
  set: async (work, code) => {
    await setOwn(work, code, settingsRead())
    return `${code} has its settings; instances open it anew within seconds.`
  },
  move: async (work, code) => {
    await moveBrand(work, code, { own: settingsRead(), lost: values.lost })
    return `${code} has another database. Open it: tianping brand open ${code}`
  },
  person: async (work, person, more) => {
    if (values.remove) await removePerson(work, person)
    else await listPerson(work, person, listed(more))
    return values.remove ? `${person} is listed no more.` : `${person} works for ${more}.`
  },
  reseal: async work => `${await resealAll(work)} brands are sealed by the current key.`,
}

async function main(): Promise<number> {
  const [first, code, ...rest] = process.argv.slice(2)
  if (first === 'run') {
    if (!code || rest.length === 0) throw new Misused(USAGE)
    return runFor(code, rest)
  }
  const [command = '', subject = '', more = ''] = positionals
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  const alone = command === 'list' || command === 'reseal'
  if (!run || (!alone && subject === '')) throw new Misused(USAGE)
  const work = await openWork(process.env, directorySettings(process.env))
  try {
    console.log(await run(work, subject, more))
  } finally {
    await work.db.destroy()
  }
  return 0
}

process.exitCode = await main().catch((error: Error) => {
  const plain = [Misused, BrandRefused, StartRefused, RangeError].some(
    each => error instanceof each,
  )
  console.error(plain ? error.message.replace('The server does not start:', 'Refused:') : error)
  return error instanceof Misused ? 2 : 1
})
