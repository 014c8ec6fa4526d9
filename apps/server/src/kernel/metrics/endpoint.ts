import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
/** A collector gives up after ten seconds by itself. */
const REQUEST_MS = 10_000

export type MetricsEndpoint = { port: number; close(): Promise<void> }

/**
 * `GET /metrics` on a port of its own, which no proxy leads to. `refresh` brings up to date what is
 * not counted as it happens. `status`, where there is one, is answered at `GET /brands`.
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  at: { host: string; port: number; log: Logger },
  refresh: () => Promise<void>,
  status?: () => Promise<unknown>,
): Promise<MetricsEndpoint> {
  const metricsText = async () => {
    await refresh()
    return metrics.text()
  }
  const statusText = status && (async () => `${JSON.stringify(await status())}\n`)
  const server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    const answers: Record<string, (() => Promise<string>) | undefined> = {
      '/metrics': metricsText,
      '/brands': statusText,
    }
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined
    if (!answer) {
      response.writeHead(404, { 'content-type': CONTENT_TYPE }).end('GET /metrics\n')
      return
    }
    const type = answer === metricsText ? CONTENT_TYPE : JSON_TYPE
    answer().then(
      text => response.writeHead(200, { 'content-type': type }).end(text),
      (error: unknown) => {
        at.log.error({ err: error as Error }, 'metrics were not collected')
        response.writeHead(500, { 'content-type': CONTENT_TYPE }).end('not collected\n')
      },
    )
  })
  await listening(server, at)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const listening = (server: Server, { host, port }: { host: string; port: number }) =>
  new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      done()
    })
  })
