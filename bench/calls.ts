// Every member call: processor time of the server, statements, bytes and times at 32 connections,
// beside Fastify's empty handler of the same run. `ONLY=user,app` takes some calls and measures
// them longer; `CPU_PROF=folder` writes a profile of the server. Alone: npm run bench -- calls
import { calls, type CallName } from '@tianping/contract'
import type { Row } from './ledger.ts'
import { rankOf, sentTo } from './support/callBodies.ts'
import { ask, openCallSite, start, type Member, type Service } from './support/callSite.ts'
import { load, request } from './support/load.ts'

const CONNECTIONS = 32
const SHORT = { warmUpMs: 150, windowMs: 350 }
const LONG = { warmUpMs: 2_500, windowMs: 2_500 }

type Spent = { cpu: NodeJS.CpuUsage; statements?: number }
type Figures = {
  cpuUs: number
  statements: number
  bytes: number
  p50Ms: number
  p99Ms: number
  perSecond: number
  codes: string
  /** What the last answer said, where it refused. */
  refusal: string
}
type Next = (n: number, connection: number) => string

const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)
const utf8Of = (answer: string) => Buffer.from(bodyOf(answer), 'latin1').toString()
const latinBytes = (answer: string) => Buffer.byteLength(bodyOf(answer), 'latin1')

/** `answers` by their codes, the most frequent first; a refusal is code 0 or a reason's own. */
const told = (codes: Map<number, number>) =>
  [...codes]
    .toSorted(([, a], [, b]) => b - a)
    .map(([code]) => code)
    .join(' ')

async function measure(
  service: Service,
  next: Next,
  { warmUpMs, windowMs }: typeof SHORT,
): Promise<Figures> {
  const options = { connections: CONNECTIONS, next, anyAnswer: true }
  await load(service.port, { ...options, ms: warmUpMs })
  const before = await ask<Spent>(service, 'cpu')
  const { answers, codes, last, ...times } = await load(service.port, { ...options, ms: windowMs })
  const after = await ask<Spent>(service, 'cpu')
  const used = (cpu: NodeJS.CpuUsage) => cpu.user + cpu.system
  return {
    ...times,
    cpuUs: (used(after.cpu) - used(before.cpu)) / answers,
    statements: ((after.statements ?? 0) - (before.statements ?? 0)) / answers,
    bytes: latinBytes(last),
    codes: told(codes),
    refusal: /"code":200\b/.test(last) ? '' : utf8Of(last).slice(0, 90),
  }
}

/** Requests of a call, each connection a member of its own. */
function nextOf(name: CallName, members: Member[]): Next {
  const sent = sentTo(name)
  // Addresses differ, so that no limit by address is measured.
  const address = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const polled = members.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  const constant = polled.map(headers => request({ ...sent(0), headers }))
  if (calls[name].by === 'member')
    return (_n, connection) => constant[connection % constant.length] ?? ''
  return n => request({ ...sent(n), headers: { 'x-forwarded-for': address(n) } })
}

/** The calls that `ONLY` names by the end of their path; all of them without it. */
function wanted(): CallName[] {
  const only = process.env['ONLY']?.split(',')
  const names = Object.keys(calls) as CallName[]
  const found = only
    ? names.filter(name => only.some(each => name.endsWith(`/${each}`)))
    : names.toSorted((a, b) => rankOf(a) - rankOf(b))
  if (found.length === 0) throw new Error(`no call ends in ${process.env['ONLY']}`)
  return found
}

export async function runCallsBench(): Promise<Row[]> {
  const names = wanted()
  const pace = process.env['ONLY'] ? LONG : SHORT
  const profile = process.env['CPU_PROF']
  const site = await openCallSite(CONNECTIONS)
  const empty = await start('empty.ts')
  try {
    const server = await site.start(
      'site.ts',
      {},
      profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
    )
    const nothing = request({ path: '/empty' })
    const floor = await measure(empty, () => nothing, LONG)
    console.table({ 'empty handler': shown(floor, floor) })
    const refusals: string[] = []
    const table: Record<string, ReturnType<typeof shown>> = {}
    for (const name of names) {
      const members = rankOf(name) > 0 ? site.spent : site.members
      const figures = await measure(server, nextOf(name, members), pace).catch(error => {
        throw new Error(`${name} could not be measured`, { cause: error })
      })
      table[name] = shown(figures, floor)
      if (figures.refusal) refusals.push(`${name}  ${figures.refusal}`)
    }
    console.table(table)
    console.log(refusals.join('\n'))
    if (profile) await ended(server)
    return []
  } finally {
    empty.child.kill('SIGKILL')
    await site.stop()
  }
}

/** Lets the server end by itself, after which its profile is written. */
const ended = ({ child }: Service) =>
  new Promise<void>(done => {
    child.removeAllListeners('exit')
    child.once('exit', () => done())
    child.disconnect()
  })

const shown = (figures: Figures, floor: Figures) => ({
  codes: figures.codes,
  'CPU us': Math.round(figures.cpuUs),
  'x empty': Number((figures.cpuUs / floor.cpuUs).toFixed(1)),
  statements: Number(figures.statements.toFixed(1)),
  bytes: figures.bytes,
  'p50 ms': Number(figures.p50Ms.toFixed(1)),
  'p99 ms': Number(figures.p99Ms.toFixed(1)),
  'calls/s': Math.round(figures.perSecond),
})

if (import.meta.main) await runCallsBench()
