#!/usr/bin/env node
// `npx tianping-venue-kit --url … --merchant … --key-file …`: examines a venue, prints what failed
// with the requests that show it, and ends with 0 when nothing failed.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Driver } from './driver.ts'
import { operatorCases } from './operator/cases.ts'
import type { OperatorDriver } from './operator/driver.ts'
import { examineOperator } from './operator/examineOperator.ts'
import { walletCases } from './wallet/cases.ts'
import type { SeamlessDriver, WalletDriver } from './wallet/drivers.ts'
import { examineSeamless } from './wallet/examineSeamless.ts'
import { examineWallet } from './wallet/examineWallet.ts'
import { seamlessCases } from './wallet/seamlessCases.ts'
import { cases, examine, type Report, type Result } from './examine.ts'

const usage = `tianping-venue-kit --url BASE_URL --merchant NAME --key-file FILE [options]

Examines a venue of the Tianping venue protocol v1. It makes players of its own and moves play money
in their wallets, so give it a merchant that nobody plays with.

With --operator it is the venue: it listens, waits until an operator has connected it under this
merchant and key, and examines the operator by its driver.

With --seamless it is an operator and its wallet, and examines a venue that keeps no wallet. With
--wallet it is such a venue, and examines the wallet of an operator.

  --operator  examine an operator instead of a venue
  --seamless  examine a seamless venue
  --wallet    examine an operator's wallet; --url is where its calls begin
  --listen    HOST:PORT of the kit as a venue or a wallet, 127.0.0.1:8260
  --url       base URL of the venue, without /v1
  --merchant  the merchant's name at the venue
  --key-file  a file with the key: JSON {"id": "…", "secret": "…"}; with --seamless the operator's,
              with --wallet the venue's private key (PEM)
  --verify-file  --seamless: the venue's public key (PEM)
  --currency  --seamless and --wallet: CNY
  --driver    a module that exports \`driver\` (how a game of this venue is opened and played; without
              it the cases that need play are not run), \`operator\` (how the operator acts), \`seamless\`
              (how a seamless venue is played) or \`wallet\` (how an operator opens a game)
  --game      the game to launch and play; the first of the venue when absent
  --only      cases to run, separated by commas
  --json      prints the report as JSON
  --list      prints the cases

It ends with 0 when no case failed, 1 when one failed, 2 when it could not begin.`

const options = {
  operator: { type: 'boolean', default: false },
  seamless: { type: 'boolean', default: false },
  wallet: { type: 'boolean', default: false },
  'verify-file': { type: 'string' },
  currency: { type: 'string', default: 'CNY' },
  listen: { type: 'string', default: '127.0.0.1:8260' },
  url: { type: 'string' },
  merchant: { type: 'string' },
  'key-file': { type: 'string' },
  driver: { type: 'string' },
  game: { type: 'string' },
  only: { type: 'string' },
  json: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const read = () => parseArgs({ options, strict: true }).values
type Given = ReturnType<typeof read>

const marks = { passed: 'ok  ', failed: 'FAIL', 'not run': '-   ' } as const

/** The page that names the rules of an examination. */
const pageOf = ({ seamless, wallet }: Given) =>
  seamless || wallet ? 'docs/venues.md' : 'docs/venue-protocol.md'

const printer = (page: string) => (result: Result) => print(result, page)

function print({ id, rule, section, outcome, why, evidence }: Result, page: string) {
  console.log(`${marks[outcome]} ${id}: ${rule}`)
  if (outcome === 'passed') return
  console.log(`       ${why}`)
  if (outcome === 'failed') console.log(`       section ${section} of ${page}`)
  for (const { request, headers, body, answer, signed, ms } of evidence) {
    console.log(`       > ${request}`)
    for (const [name, value] of Object.entries(headers)) console.log(`         ${name}: ${value}`)
    if (body !== '') console.log(`         ${body}`)
    console.log(`       < ${answer} (${signed ? 'signed' : 'not signed'}, ${ms} ms)`)
  }
}

const countOf = ({ results }: Report, outcome: Result['outcome']) =>
  results.filter(each => each.outcome === outcome).length

function keyOf(file: string): { id: string; secret: string } {
  const key = JSON.parse(readFileSync(file, 'utf8')) as Partial<{ id: string; secret: string }>
  if (!key.id || !key.secret) throw new Error(`${file} has to be {"id": "…", "secret": "…"}`)
  return { id: key.id, secret: key.secret }
}

type Drivers = {
  driver?: Partial<Driver>
  operator?: OperatorDriver
  seamless?: SeamlessDriver
  wallet?: WalletDriver
}

/** What a module of the caller exports under a name. */
async function exported<N extends keyof Drivers>(
  file: string,
  name: N,
): Promise<NonNullable<Drivers[N]>> {
  const found = (await import(pathToFileURL(resolve(file)).href)) as Drivers
  const driver = found[name]
  if (!driver) throw new Error(`${file} does not export \`${name}\``)
  return driver
}

const told = (given: Given) => (given.json ? {} : { told: printer(pageOf(given)) })
const chosen = ({ only }: Given) => (only === undefined ? {} : { only: only.split(',') })
const pem = (file: string) => readFileSync(file, 'utf8')

async function examineVenue(given: Given): Promise<Report> {
  const { url, merchant, 'key-file': keyFile, driver, game } = given
  if (!url || !merchant || !keyFile) throw new Error(usage)
  const { id: keyId, secret } = keyOf(keyFile)
  const named = game === undefined ? {} : { game }
  const account = { url: url.replace(/\/$/, ''), merchant, keyId, secret, ...named }
  return examine(account, driver === undefined ? {} : await exported(driver, 'driver'), {
    ...chosen(given),
    ...told(given),
  })
}

function placeOf({ listen }: Given) {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(listen) ?? []
  if (host === '') throw new Error('--listen is HOST:PORT')
  return { host, port: Number(port) }
}

async function examineTheSeamless(given: Given): Promise<Report> {
  const { url, merchant, currency, driver, game } = given
  const { 'key-file': keyFile, 'verify-file': verifyFile } = given
  if (!url || !merchant || !keyFile || !verifyFile || !driver) throw new Error(usage)
  const account = { url, merchant, key: pem(keyFile), currency, ...(game ? { game } : {}) }
  const place = { ...placeOf(given), verify: pem(verifyFile) }
  const play = await exported(driver, 'seamless')
  return examineSeamless(account, play, { ...place, ...chosen(given), ...told(given) })
}

async function examineTheWallet(given: Given): Promise<Report> {
  const { url, currency, driver, 'key-file': keyFile } = given
  if (!url || !keyFile || !driver) throw new Error(usage)
  const account = { url, key: pem(keyFile), currency }
  const open = await exported(driver, 'wallet')
  return examineWallet(account, open, { ...chosen(given), ...told(given) })
}

async function examineTheOperator(given: Given): Promise<Report> {
  const { merchant, 'key-file': keyFile, driver } = given
  if (!merchant || !keyFile || !driver) throw new Error(usage)
  const { id: keyId, secret } = keyOf(keyFile)
  const listening = (url: string) =>
    console.error(`Connect ${url} as a venue of protocol v1, merchant ${merchant}, key ${keyId}.`)
  const place = { ...placeOf(given), listening }
  const key = { merchant, keyId, secret }
  return examineOperator(key, await exported(driver, 'operator'), { ...place, ...told(given) })
}

function examinationOf({ operator, seamless, wallet }: Given) {
  if (operator) return examineTheOperator
  if (seamless) return examineTheSeamless
  return wallet ? examineTheWallet : examineVenue
}

async function run(given: Given) {
  const report = await examinationOf(given)(given)
  const [passed, failed, left] = (['passed', 'failed', 'not run'] as const).map(outcome =>
    countOf(report, outcome),
  )
  if (given.json) console.log(JSON.stringify({ ...report, passed, failed, not_run: left }, null, 2))
  else console.log(`\n${passed} passed, ${failed} failed, ${left} not run`)
  return failed === 0 ? 0 : 1
}

function casesOf({ operator, seamless, wallet }: Given) {
  if (operator) return operatorCases
  if (seamless) return seamlessCases
  return wallet ? walletCases : cases
}

function list(given: Given) {
  for (const each of casesOf(given)) {
    const needs = 'needs' in each && each.needs ? ` (driver: ${each.needs.join(', ')})` : ''
    console.log(`${each.id}: ${each.rule}${needs}`)
  }
}

try {
  const given = read()
  if (given.help) console.log(usage)
  else if (given.list) list(given)
  else process.exitCode = await run(given)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
