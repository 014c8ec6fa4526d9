import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../environment.ts'

const PAGE = join(import.meta.dirname, 'reference')
/** `npm run openapi` writes these. */
const DOCUMENTS = join(import.meta.dirname, '../../../../../docs/reference')

/** Path under /docs/api -> file and content type. */
const FILES: Record<string, [path: string, type: string]> = {
  '': [join(PAGE, 'index.html'), 'text/html; charset=utf-8'],
  '/reference.js': [join(PAGE, 'reference.js'), 'text/javascript; charset=utf-8'],
  '/reference.css': [join(PAGE, 'reference.css'), 'text/css; charset=utf-8'],
  '/member.json': [join(DOCUMENTS, 'member-api.json'), 'application/json; charset=utf-8'],
  '/console.json': [join(DOCUMENTS, 'console-api.json'), 'application/json; charset=utf-8'],
  '/venue.json': [join(DOCUMENTS, 'venue-protocol.json'), 'application/json; charset=utf-8'],
}

/** The API reference at /docs/api. A production site does not describe its back office. */
export function serveApiReference(app: FastifyInstance, settings: Pick<Settings, 'mode'>): void {
  if (settings.mode !== 'sandbox') return
  for (const [path, [file, type]] of Object.entries(FILES))
    app.get(`/docs/api${path}`, async (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .header('cache-control', 'no-cache')
        .type(type)
        .send(await readFile(file)),
    )
}
