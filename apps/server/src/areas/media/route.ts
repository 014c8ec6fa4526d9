import type { FastifyInstance } from 'fastify'
import { serveWebp } from '../../kernel/files/serveWebp.ts'
import type { Services } from '../../kernel/http/services.ts'
import { fileNamed } from './store/media.sql.ts'

/** `/media/<name>.webp`: the pictures of the library. */
export const serveMedia = (app: FastifyInstance, { db }: Pick<Services, 'db'>): void =>
  serveWebp(app, '/media', name => fileNamed(db, name))
