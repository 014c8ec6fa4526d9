// Scripts and styles of the browser apps as other releases built them
// (docs/decisions/0237-instances-serve-the-files-of-other-releases.md).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DAY_MS } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { builtFile, dropBuilt, insertBuilt, seeBuilt } from './store/builtFile.sql.ts'

const YEAR_S = 31_536_000
/** A file goes when no instance that has it in its build has started for so long. */
const KEPT_DAYS = 60
/** Names with the hash of what they stand for, which never changes. */
const BUILT = /^\/(?:console\/)?assets\/[\w-]{1,100}\.(js|css)$/
const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const

type Built = Pick<Services, 'db' | 'settings' | 'clock'>

/** The files of this build, by the path they are asked by. */
function* ownFiles({ settings }: Pick<Built, 'settings'>): Generator<[path: string, file: string]> {
  const { memberDist, consoleDist } = settings
  for (const [prefix, dist] of [
    ['/assets/', memberDist],
    ['/console/assets/', consoleDist],
  ] as const) {
    const folder = dist && join(dist, 'assets')
    if (!folder || !existsSync(folder)) continue
    for (const name of readdirSync(folder))
      if (BUILT.test(prefix + name)) yield [prefix + name, join(folder, name)]
  }
}

/** Keeps what this build serves, for instances of other releases; done before this one serves. */
export async function keepBuilt(built: Built): Promise<void> {
  const { db, clock } = built
  const now = clock.now()
  const own = [...ownFiles(built)]
  const known = await seeBuilt(
    db,
    own.map(([path]) => path),
    now,
  )
  for (const [path, file] of own)
    if (!known.has(path))
      await insertBuilt(db, { path, content: gzipSync(readFileSync(file)), now })
  await dropBuilt(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS))
}

/** Answers with a file that only another release has; undefined where none had it. */
export async function answerBuilt(
  { db }: Pick<Services, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [path = ''] = request.url.split('?', 1)
  const kind = BUILT.exec(path)?.[1] as keyof typeof types | undefined
  const file = kind && request.method === 'GET' ? await builtFile(db, path) : undefined
  if (!kind || !file) return undefined
  return reply
    .type(types[kind])
    .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
    .header('content-encoding', 'gzip')
    .header('x-content-type-options', 'nosniff')
    .send(file.content)
}
