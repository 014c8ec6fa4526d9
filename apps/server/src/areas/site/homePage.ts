import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { appSetting, framedOrigins } from '../../kernel/appSetting.ts'
import { hashesOf, policyOf } from '../../kernel/http/headers.ts'
import type { Services } from '../../kernel/http/services.ts'
import { bootData } from './boot.ts'

/** What the page says is this old at most. */
const FRESH_MS = 2_000

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Boot = Awaited<ReturnType<typeof bootData>>
/** `drawHome` of apps/member/src/served/home.tsx. */
type Draw = (boot: Boot) => string
type Made = { key: string; plain: string; etag: string; br: Buffer; gz: Buffer }
type Shown = Made & { until: number; policy: string }

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

/** A built page under the name that the operator gave the site. */
const named = (html: string, title: string) => html.replaceAll('%SITE_TITLE%', escaped(title))

/** The first banner by its address, which the page fetches ahead of everything else. */
function bannerOf({ bannerList: [banner], varies }: Boot): string {
  if (!banner) return ''
  const differs = varies?.includes('bannerList') ? ' data-varies' : ''
  return `<meta name="first-banner" content="${escaped(banner.src)}"${differs}>`
}

/** The part of the member app that draws home; without it the browser draws everything. */
async function drawerOf(memberDist: string): Promise<Draw> {
  const file = join(memberDist, 'served/home.js')
  if (!existsSync(file)) return () => ''
  const { drawHome } = (await import(pathToFileURL(file).href)) as { drawHome: Draw }
  return drawHome
}

async function compressed(key: string, plain: string): Promise<Made> {
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    zip(plain, { level: 9 }),
  ])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { key, plain, etag, br, gz }
}

/**
 * The member app's page with what it shows first already in it: the data, and home drawn for a
 * visitor. It is made once per change rather than per visitor, and holds nothing of any member.
 */
export function homePage(services: Services, memberDist: string) {
  const template = readFileSync(join(memberDist, 'index.html'), 'utf8')
  const scripts = hashesOf(template, 'script')
  let drawer: Promise<Draw> | undefined
  let shown: Shown | null = null
  let making: Promise<Shown> | null = null

  /** Home as a visitor sees it. The browser draws what could not be drawn here. */
  async function drawn(boot: Boot): Promise<string> {
    try {
      drawer ??= drawerOf(memberDist)
      const home = (await drawer)(boot)
      return home && `<template id="home">${home}</template>`
    } catch (error) {
      services.log.error({ err: error }, 'home could not be drawn')
      return ''
    }
  }
  async function madeOf(title: string, boot: Boot): Promise<Made> {
    // `<` is the only character that could end the element early.
    const data = JSON.stringify(boot).replaceAll('<', '\\u003c')
    const key = `${title}\n${data}`
    if (shown?.key === key) return shown
    const first = `${await drawn(boot)}<script type="application/json" id="boot">${data}</script>`
    const page = named(template, title)
      .replace('<!--banner-->', () => bannerOf(boot))
      .replace('<!--boot-->', () => first)
    return compressed(key, page)
  }
  async function make(): Promise<Shown> {
    const [boot, app] = await Promise.all([bootData(services), appSetting(services)])
    const made = await madeOf(app.title, boot)
    const policy = policyOf(services, { scripts, shown: framedOrigins(app, services.settings) })
    return { ...made, policy, until: performance.now() + FRESH_MS }
  }
  async function current(): Promise<Shown> {
    if (shown && shown.until >= performance.now()) return shown
    making ??= make().finally(() => {
      making = null
    })
    // A database that is away for a moment does not take the front page with it.
    const old = shown
    shown = await making.catch((error: unknown) => {
      if (old) return { ...old, until: performance.now() + FRESH_MS }
      throw error
    })
    return shown
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await current()
    const accepts = String(request.headers['accept-encoding'] ?? '')
    void reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header('content-security-policy', page.policy)
      .header('etag', page.etag)
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
    if (/\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(page.br)
    if (/\bgzip\b/.test(accepts)) return reply.header('content-encoding', 'gzip').send(page.gz)
    return reply.send(page.plain)
  }
}
