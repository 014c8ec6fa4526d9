// `npm run drill -- rolling [CALLS A SECOND]`: two servers behind haproxy are replaced one after
// the other while members ask at a steady pace. No call may fail.
import { endService } from '../stack.ts'
import { launchPostgres } from '../postgres.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from './support/cluster.ts'
import { hangUp, post, type Said } from './support/post.ts'
import { quantile, Report } from './support/report.ts'
import { DrillSite } from './support/site.ts'
import { newPlace, requireTools } from './support/tools.ts'

const CALLS_A_SECOND = 500
const MEMBERS = 100
const STEADY_MS = 3_000
const TURNS = 2
const PATHS = ['/api/balance', '/api/homenotice'] as const

type Load = { times: number[]; failed: string[]; stop: () => Promise<void> }

/** Sends calls at their moments, whether the ones before were answered or not. */
function load({ url, players }: DrillSite, perSecond: number): Load {
  const times: number[] = []
  const failed: string[] = []
  const under = new Set<Promise<void>>()
  const began = performance.now()
  let sent = 0
  const judge = (path: string, said: Said, asked: number) => {
    times.push(performance.now() - asked)
    if (said.status !== 200 || said.body.code !== 200)
      failed.push(`${path}: ${said.status} ${said.body.code ?? ''}`)
  }
  const send = () => {
    const path = PATHS[sent % PATHS.length] ?? PATHS[0]
    const token = players[sent % players.length]?.token ?? ''
    const asked = performance.now()
    const call = post(`${url}${path}`, '{}', { authorization: `Bearer ${token}` }).then(said =>
      judge(path, said, asked),
    )
    under.add(call)
    void call.finally(() => under.delete(call))
    sent++
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * perSecond
    while (sent < due) send()
  }, 5)
  return {
    times,
    failed,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(under)
    },
  }
}

/** haproxy asks Patroni who is the primary; here somebody says that the only one is. */
const sayPrimary = (): Promise<Server> =>
  new Promise(done => {
    const server = createServer((_request, answer) => answer.end('{}'))
    server.listen(0, '127.0.0.1', () => done(server))
  })

async function replaceAll(site: DrillSite): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++)
    for (const instance of site.instances) {
      await endService(instance.child)
      Object.assign(instance, await site.startInstance(instance.port))
      await pause(STEADY_MS)
    }
}

export async function drill(args: string[]): Promise<boolean> {
  requireTools(['haproxy'])
  const perSecond = Number(args[0] ?? CALLS_A_SECOND)
  const report = new Report()
  const place = newPlace()
  const primary = await sayPrimary()
  const postgres = await launchPostgres({ dataDir: join(place.outside, 'pg'), maxConnections: 200 })
  const site = new DrillSite({
    place,
    nodes: [{ at: `127.0.0.1:${postgres.port}`, askAt: (primary.address() as AddressInfo).port }],
    superuserPassword: 'drill',
    members: MEMBERS,
  })
  try {
    await site.open()
    const { times, failed, stop } = load(site, perSecond)
    const began = performance.now()
    await pause(STEADY_MS)
    await replaceAll(site)
    await stop()
    const rate = (times.length / (performance.now() - began)) * 1_000
    report.expect('calls a second', `${perSecond}`, rate.toFixed(0), rate > perSecond * 0.98)
    report.expect(
      `calls lost, of ${times.length}, while ${TURNS * 2} servers were replaced`,
      '0',
      failed.length === 0 ? 0 : `${failed.length} (${failed.slice(0, 3).join('; ')})`,
      failed.length === 0,
    )
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
    report.say(`answered in p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms`)
    return report.holds
  } finally {
    hangUp()
    await site.close()
    await postgres.stop()
    primary.close()
    rmSync(place.outside, { recursive: true, force: true })
  }
}
