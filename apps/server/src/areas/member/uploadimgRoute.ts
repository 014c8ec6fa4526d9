import type { FastifyInstance } from 'fastify'
import { serveWebp } from '../../kernel/files/serveWebp.ts'
import type { Services } from '../../kernel/http/services.ts'
import { avatarNamed } from './store/uploadimg.sql.ts'

/** `/avatar/<name>.webp`: the pictures of members. */
export const serveAvatars = (app: FastifyInstance, { db }: Pick<Services, 'db'>): void =>
  serveWebp(app, '/avatar', name => avatarNamed(db, name))
