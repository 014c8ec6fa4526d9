// The site behind a line on which a page comes in two parts, as on a slow network.
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { atEnd } from '../../tooling/test/ends/atEnd.ts'
import { freePort } from '../../tooling/postgres.ts'

/**
 * Its address, and the way to send the second part: the body of the page at `/`, which is held
 * until then. Everything else goes through.
 */
export async function cutPage(siteUrl: string): Promise<{ url: string; sendRest: () => void }> {
  const { host } = new URL(siteUrl)
  const rest = Promise.withResolvers<void>()
  const line = createServer((asked, answer) => {
    const headers = { ...asked.headers, host, 'accept-encoding': 'identity' }
    const forwarded = request(
      `${siteUrl}${asked.url}`,
      { method: asked.method, headers },
      given => {
        answer.writeHead(given.statusCode ?? 502, lengthless(given.headers))
        if (asked.url !== '/') return void given.pipe(answer)
        void given.toArray().then(async parts => {
          const page = Buffer.concat(parts).toString()
          const body = page.indexOf('<body>')
          answer.write(page.slice(0, body))
          await rest.promise
          answer.end(page.slice(body))
        })
      },
    )
    forwarded.on('error', () => answer.destroy())
    asked.pipe(forwarded)
  })
  const port = await freePort()
  await new Promise<void>(done => line.listen(port, '127.0.0.1', done))
  atEnd(() => {
    line.closeAllConnections()
    line.close()
  })
  return { url: `http://127.0.0.1:${port}`, sendRest: rest.resolve }
}

/** The line cuts pages: none has the length that the site says. */
function lengthless(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const given = { ...headers }
  delete given['content-length']
  return given
}
