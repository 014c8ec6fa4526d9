// What the site says of itself: metrics on a port of their own, requests by name in answers, logs
// and traces, and the status page that members read.
import { run, sql } from '@tianping/database'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { inRoot } from '../../../../tooling/root.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { newLog } from '../../src/kernel/log.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { STATUS_SETTING, statusSchema, type Status } from '../../src/areas/status/status.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

type Otlp = { resourceSpans: { scopeSpans: { spans: WrittenSpan[] }[] }[] }
type WrittenSpan = { traceId: string; spanId: string; parentSpanId?: string; name: string }

/** A collector of traces, as it runs beside the servers. */
const spans: WrittenSpan[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    const { resourceSpans } = JSON.parse(body) as Otlp
    spans.push(...resourceSpans.flatMap(each => each.scopeSpans.flatMap(scope => scope.spans)))
    response.end('{}')
  })
})
await new Promise<void>(done => collector.listen(0, '127.0.0.1', () => done()))
afterAll(() => {
  collector.close()
})
const { port: collectorPort } = collector.address() as AddressInfo

const lines: Record<string, unknown>[] = []
const log = newLog(
  'info',
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      for (const line of chunk.toString().split('\n').filter(Boolean))
        lines.push(JSON.parse(line) as Record<string, unknown>)
      done()
    },
  }),
)

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await seedCashier(owner, new Date())
const venue = await openTestVenue()
const clock = new TestClock()
const site = await openTestSite(database.url, {
  venueUrl: venue.url,
  clock,
  log,
  env: {
    METRICS_PORT: '0',
    RUN_JOBS: '1',
    ACCESS_LOG: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
  },
})
let token = ''
let name = ''
let memberId = 0n
beforeAll(async () => {
  ;({ token, name, memberId } = await site.member())
  await fund(owner, memberId, 500_00n)
  await site.app.listen({ port: 0 })
})

const transfer = (headers: Record<string, string> = {}, sent = token, target = 'FG') =>
  site.app.inject({
    method: 'POST',
    url: '/api/transfer?secret=1',
    payload: { sourcetype: 'userbalance', targettype: target, amount: '10' },
    headers: { authorization: `Bearer ${sent}`, ...headers },
  })
const scrape = async () => (await fetch(`http://127.0.0.1:${site.metricsPort}/metrics`)).text()

/** The value of a series; NaN where there is none. */
const valueIn = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1) ?? NaN,
  )

const rules = readFileSync(inRoot('deploy/prometheus/rules.yml'), 'utf8')
const dashboards = readdirSync(inRoot('deploy/grafana/dashboards')).map(file =>
  readFileSync(inRoot(`deploy/grafana/dashboards/${file}`), 'utf8'),
)
const METRIC = /\b(?:tianping|process)_[a-z_]+/g
const PART = /_(?:bucket|sum|count)$/
/** They have series only while something waits, or where there is a chain. */
const OFTEN_EMPTY =
  /^tianping_(?:outbox_|chain_|reconciliation_age|security_alerts_open|transfers_pending)/

test('every metric of the rules and dashboards is in a scrape of a running server, without a word of a member', async () => {
  expect((await transfer()).json<{ code: number }>().code).toBe(200)
  const order = { paytype: 'wechat', amount: '100' }
  expect(await site.call('POST /api/recharge', order, { token })).toMatchObject({ code: 200 })
  await site.app.inject({ method: 'POST', url: '/api/callback/sandbox', payload: '{}' })
  await site.app.inject({ method: 'GET', url: '/api/nothing-of-ours-abcdef' })
  await site.call('POST /api/user', {}, { token: 'nobody' })
  await expect
    .poll(async () =>
      valueIn(await scrape(), 'tianping_job_turns_total{task="sweep",outcome="done"}'),
    )
    .toBeGreaterThan(0)
  await expect.poll(scrape).toMatch(/^tianping_security_events_total\{/m)
  await expect.poll(scrape).toMatch(/^tianping_trace_spans_total\{/m)
  const wanted = new Set(
    [rules, ...dashboards].flatMap(each => each.match(METRIC) ?? []).map(n => n.replace(PART, '')),
  )
  // The job of the scrape itself.
  wanted.delete('tianping')
  expect(wanted.size).toBeGreaterThan(30)
  const emptyIn = (text: string) =>
    [...wanted]
      .filter(each => !new RegExp(`^${each}(_count)?(\\{| )`, 'm').test(text))
      .filter(each => !OFTEN_EMPTY.test(each))
  // Some have a series once a job was there, and the look of a scrape serves for some seconds.
  await expect.poll(async () => emptyIn(await scrape())).toEqual([])
  const text = await scrape()
  const families = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, family]) => family))
  expect([...wanted].filter(each => !families.has(each))).toEqual([])

  expect(valueIn(text, 'tianping_calls_total{call="POST /api/transfer",code="200"}')).toBe(1)
  expect(valueIn(text, 'tianping_calls_total{call="POST /api/user",code="401"}')).toBe(1)
  expect(valueIn(text, 'tianping_calls_total{call="none",code="404"}')).toBe(1)
  expect(valueIn(text, 'tianping_provider_calls_total{provider="sandbox",outcome="done"}')).toBe(1)
  const forged = 'tianping_provider_callbacks_total{provider="sandbox",verdict="forged"}'
  expect(valueIn(text, forged)).toBe(1)
  expect(
    valueIn(text, 'tianping_ledger_calls_total{function="transfer_begin",outcome="done"}'),
  ).toBe(1)
  const asked = 'tianping_venue_calls_total{venue="FG",call="transfer",outcome="ok"}'
  expect(valueIn(text, asked)).toBe(1)
  expect(valueIn(text, 'tianping_database_up')).toBe(1)
  for (const secret of [name, String(memberId), token, 'nothing-of-ours', '127.0.0.1', '10.'])
    expect(text.replaceAll(/ \S+$/gm, '')).not.toContain(secret)
  expect((await fetch(`http://127.0.0.1:${site.metricsPort}/`)).status).toBe(404)
  expect((await site.app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404)
})

test('every alert has a runbook of its name, and every runbook an alert', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert)
  const linked = [...rules.matchAll(/runbook: docs\/runbooks\/(\w+)\.md/g)].map(([, file]) => file)
  const files = readdirSync(inRoot('docs/runbooks')).map(file => file.replace(/\.md$/, ''))
  expect(alerts.length).toBeGreaterThan(15)
  expect(linked).toEqual(alerts)
  expect(files.toSorted()).toEqual(alerts.toSorted())
})

test('a request keeps the name that our proxy gave it, in the answer and in every line of its call', async () => {
  lines.length = 0
  const given = await transfer({ 'x-request-id': 'proxy-0001' })
  expect(given.headers['x-request-id']).toBe('proxy-0001')
  const bad = await transfer({ 'x-request-id': 'a b\nc' })
  expect(bad.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-\w+$/)
  arm(venue, { kind: 'drop_before', endpoint: 'transfer', count: 1 })
  await transfer({ 'x-request-id': 'proxy-0002' }, token, 'PP')
  await transfer({ 'x-request-id': 'proxy-0003' }, 'nobody')
  const of = (id: string) => lines.filter(({ request }) => request === id)
  // The line of the transfer itself knows nothing of requests.
  expect(of('proxy-0002').map(({ msg }) => msg)).toContain('transfer outcome unknown')
  expect(of('proxy-0003').map(({ msg }) => msg)).toEqual(['refused', 'answered'])
  const access = lines.filter(({ msg }) => msg === 'answered')
  expect(access).toHaveLength(4)
  expect(access.at(-1)).toMatchObject({
    call: 'POST /api/transfer',
    code: 401,
    status: 200,
    request: 'proxy-0003',
  })
  expect(Object.keys(access[0] ?? {}).toSorted()).toEqual(
    [
      'call',
      'code',
      'hostname',
      'level',
      'ms',
      'msg',
      'pid',
      'request',
      'status',
      'time',
    ].toSorted(),
  )
  expect(JSON.stringify(access)).not.toContain('secret')
})

test('a trace leads from the browser by the call and its service to the function of the ledger and the venue', async () => {
  const trace = 'f'.repeat(31) + '1'
  await transfer({ traceparent: `00-${trace}-00000000000000aa-01` })
  // The span of the call itself ends last.
  const isCall = (each: (typeof spans)[number]) =>
    each.traceId === trace && each.name === 'POST /api/transfer'
  await expect.poll(() => spans.some(isCall)).toBe(true)
  const own = spans.filter(each => each.traceId === trace)
  const find = (span: string) => own.find(each => each.name === span)
  const call = find('POST /api/transfer')
  const service = find('service')
  expect(call?.parentSpanId).toBe('00000000000000aa')
  expect(service?.parentSpanId).toBe(call?.spanId)
  for (const below of ['ledger.transfer_begin', 'venue transfer', 'ledger.transfer_end'])
    expect(find(below)?.parentSpanId, below).toBe(service?.spanId)
  expect(JSON.stringify(own)).not.toContain(String(memberId))
})

test('the status page says what is disturbed, in maintenance and planned, to visitors, once in five seconds', async () => {
  const status = async () => {
    clock.advance(6_000)
    await run(owner, sql`update venue_feed set read_at = ${clock.now()}`)
    return (await site.call<Status>('POST /api/status')).data
  }
  const state = async (of: 'venues' | 'channels', called: string) =>
    (await status())[of].find(each => each.name === called)
  const venueName = (await status()).venues[0]?.name ?? ''
  const set = (change: ReturnType<typeof sql>) => run(owner, change)
  await set(sql`update venue set state = 'maintenance' where name = ${venueName}`)
  expect(await state('venues', venueName)).toMatchObject({ state: 'maintenance' })
  await set(sql`update venue set state = 'open' where name = ${venueName}`)
  const late = new Date(clock.now().getTime() - 300_000)
  await set(sql`
    insert into venue_transfer (member_id, tx_id, request_key, venue_id, direction, amount_fen, created_at)
    select ${memberId}, 'STATUS', 'status', venue_id, 'IN', 100, ${late} from venue where name = ${venueName}`)
  expect(await state('venues', venueName)).toMatchObject({ state: 'disturbed' })
  expect((await status()).state).toBe('disturbed')
  await set(sql`delete from venue_transfer where tx_id = 'STATUS'`)
  expect(await state('venues', venueName)).toMatchObject({ state: 'open' })

  site.services.settings.providerAway = true
  for (let n = 0; n < 3; n++)
    await site.call('POST /api/recharge', { paytype: 'alipay', amount: '100' }, { token })
  const refused = 'tianping_provider_calls_total{provider="sandbox",outcome="failed"}'
  expect(valueIn(await scrape(), refused)).toBe(3)
  expect(await state('channels', '支付宝')).toEqual({
    name: '支付宝',
    state: 'disturbed',
    back_at: '',
  })
  expect(await state('channels', '微信')).toMatchObject({ state: 'open' })

  const planned = (from: string, until: string, service: string) => ({ service, from, until })
  const by = { name: 'test', at: clock.now() }
  const windows = [
    planned('2999-01-01 04:00', '2999-01-01 06:00', '天平电子'),
    planned('2020-01-01 04:00', '2999-01-01 06:00', '存款'),
    planned('2020-01-01 04:00', '2020-01-01 06:00', '过去'),
  ]
  await writeSetting(owner, STATUS_SETTING, statusSchema, { windows }, by)
  expect((await status()).windows.map(each => [each.name, each.now])).toEqual([
    ['存款', true],
    ['天平电子', false],
  ])
  await writeSetting(owner, STATUS_SETTING, statusSchema, { windows: [] }, by)
  // Whoever comes within five seconds is answered by the same look.
  expect((await site.call<Status>('POST /api/status')).data.windows).toHaveLength(2)
  expect((await status()).windows).toEqual([])
})
