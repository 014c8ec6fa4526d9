// Several brands in one process: each its own site on its own database, all behind one listener
// (docs/decisions/0096-one-process-serves-many-brands.md).
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { connectionsOf, openSite, type Site, type SiteOptions } from '../compose.ts'
import type { Settings } from '../kernel/environment.ts'
import { serveMetrics, type MetricsEndpoint } from '../kernel/metrics/endpoint.ts'
import { mergedText, Metrics } from '../kernel/metrics/metrics.ts'
import { measureProcess } from '../kernel/metrics/process.ts'
import { settingsOfBrand, type DirectorySettings } from './brandSettings.ts'
import { Directory, type ListedBrand } from './directory.ts'
import { Door, type Behind, type Ready } from './door.ts'
import { groupOf } from './groupOf.ts'
import { OneBrand } from './oneBrand.ts'
import { requireOwnDatabase } from './ownDatabase.ts'

type Env = Record<string, string | undefined>

/** How often the directory is looked at: a new brand, another state or host counts after this. */
const LOOK_MS = 2_000
const REQUEST_MS = 30_000
/** Longer than any proxy of ours keeps an idle connection; as a single site has it. */
const KEEP_ALIVE_MS = 72_000

/** Whether a brand runs, and why it does not; `lacking` is what a running one lacks. */
export type BrandStatus = {
  code: string
  state: ListedBrand['state']
  problem: string
  lacking: string[]
}

export type BrandsOptions = {
  env: Env
  directory: DirectorySettings
  log: Logger
  /** What tests set of each site. */
  site?: Pick<SiteOptions, 'clock' | 'checkAnswers' | 'patience'>
}

/** What is common to all brands: where to listen, whom to trust, who measures. */
export type Process = Pick<Settings, 'host' | 'port' | 'trustProxy' | 'metrics' | 'graceMs'>

export class Brands {
  readonly #options: BrandsOptions
  readonly #process: Process
  readonly #directory: Directory
  readonly #brands = new Map<string, OneBrand>()
  readonly #metrics = new Metrics()
  readonly #server: Server
  readonly #door: Door
  #metricsAt: MetricsEndpoint | null = null
  #endMeasuring = () => {}
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null
  #draining = false

  private constructor(options: BrandsOptions, process: Process, directory: Directory) {
    this.#options = options
    this.#process = process
    this.#directory = directory
    this.#door = new Door(process.trustProxy, () => this.ready())
    this.#server = createServer({ requestTimeout: REQUEST_MS }, this.#door.listener)
    this.#server.keepAliveTimeout = KEEP_ALIVE_MS
  }

  /** Opens every brand that can be; one that cannot is tried again and stops no other. */
  static async open(options: BrandsOptions, process: Process): Promise<Brands> {
    const { clock, patience = 1 } = options.site ?? {}
    const { log } = options
    const directory = await Directory.open(options.directory, { log, clock, patience })
    const brands = new Brands(options, process, directory)
    try {
      await brands.look()
      await brands.settled()
      await brands.#serveMetrics()
    } catch (error) {
      await brands.close()
      throw error
    }
    return brands
  }

  get metricsPort(): number | null {
    return this.#metricsAt?.port ?? null
  }

  siteOf(code: string): Site | null {
    return this.#brands.get(code)?.site ?? null
  }

  async listen(): Promise<number> {
    const { host, port } = this.#process
    await new Promise<void>((done, failed) => {
      this.#server.once('error', failed)
      this.#server.listen(port, host, () => {
        this.#server.off('error', failed)
        done()
      })
    })
    this.#next()
    return (this.#server.address() as AddressInfo).port
  }

  /** Fit to be sent calls as soon as one brand is: a broken brand takes no other with it. */
  async ready(): Promise<Ready> {
    const all = await this.status()
    const open = all.filter(each => each.problem === '' && each.lacking.length === 0).length
    return { ready: !this.#draining && (open > 0 || all.length === 0), open, of: all.length }
  }

  /** Every brand that is not closed, by name: for the port of the metrics alone. */
  async status(): Promise<BrandStatus[]> {
    return Promise.all(
      [...this.#brands.values()].map(async ({ listed: { code, state }, site, problem }) => ({
        code,
        state,
        problem,
        lacking: site ? await site.health.lacking().catch(() => ['database']) : [],
      })),
    )
  }

  drain(): void {
    this.#draining = true
    for (const { site } of this.#brands.values()) site?.drain()
  }

  async close(): Promise<void> {
    this.drain()
    clearTimeout(this.#timer)
    await this.#looking?.catch(() => {})
    this.#server.close()
    this.#server.closeIdleConnections()
    // One that does not end cleanly keeps no other from it.
    const ended = await Promise.allSettled([...this.#brands.values()].map(each => each.end()))
    this.#server.closeAllConnections()
    this.#endMeasuring()
    await this.#metricsAt?.close()
    await this.#directory.close()
    const failed = ended.find(each => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Takes up what the directory says now; what has to be opened or closed goes on behind it. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** Resolved when no brand is being opened or closed any more. */
  async settled(): Promise<void> {
    await Promise.all([...this.#brands.values()].map(each => each.settled))
    this.#showHosts()
  }

  async #look(): Promise<void> {
    const listed = (await this.#directory.brands()).filter(each => each.state !== 'closed')
    const codes = new Set(listed.map(({ code }) => code))
    for (const [code, brand] of this.#brands)
      if (!codes.has(code)) {
        this.#brands.delete(code)
        brand
          .end()
          .catch((err: unknown) =>
            this.#options.log.error({ err, brand: code }, 'not closed cleanly'),
          )
      }
    for (const each of listed) {
      const known = this.#brands.get(each.code)
      if (known) known.listed = each
      else this.#brands.set(each.code, new OneBrand(each, this.#openSite, this.#options.log))
    }
    // In the order of the directory, so that the bound of connections is for the first ones.
    for (const { code } of listed) {
      const brand = this.#brands.get(code)
      if (brand?.due) brand.bring()
    }
    this.#showHosts()
  }

  #showHosts(): void {
    const hosts = new Map<string, Behind>()
    for (const brand of this.#brands.values()) {
      brand.show()
      for (const host of brand.listed.hosts) hosts.set(host, brand.behind)
    }
    this.#door.hosts = hosts
  }

  readonly #openSite = async (listed: ListedBrand): Promise<Site> => {
    const { env, log, site = {} } = this.#options
    if (listed.own === null) throw new Error('no key of DIRECTORY_KEY opens its settings')
    const settings = settingsOfBrand(env, { publicUrl: listed.publicUrl, own: listed.own })
    this.#reserve(listed.code, connectionsOf(settings))
    await requireOwnDatabase(settings, listed.code)
    const opened = await openSite(settings, {
      ...site,
      log: log.child({ brand: listed.code }),
      group: groupOf(listed, this.#directory, {
        publicUrlOf: code => this.#brands.get(code)?.listed.publicUrl ?? null,
        servicesOf: code => this.siteOf(code)?.services ?? null,
      }),
    })
    await opened.app.ready()
    opened.start()
    return opened
  }

  /** Connections of all brands together stay below their bound. */
  #reserve(code: string, connections: number): void {
    const { connections: most } = this.#options.directory
    const others = [...this.#brands.values()].filter(each => each.listed.code !== code)
    const taken = others.reduce((sum, each) => sum + each.connections, 0)
    const brand = this.#brands.get(code)
    if (brand) brand.connections = taken + connections > most ? 0 : connections
    if (taken + connections > most)
      throw new Error(
        `BRAND_CONNECTIONS is ${most}: the brand needs ${connections}, and ${taken} are taken`,
      )
  }

  #next(): void {
    this.#timer = setTimeout(() => {
      this.look()
        // The directory is away: what runs goes on as it was last listed.
        .catch((error: unknown) => this.#options.log.warn({ err: error }, 'no look at brands'))
        .finally(() => {
          if (!this.#draining) this.#next()
        })
    }, LOOK_MS)
    this.#timer.unref()
  }

  async #serveMetrics(): Promise<void> {
    const { metrics: at } = this.#process
    if (!at) return
    this.#endMeasuring = measureProcess(this.#metrics)
    const up = this.#metrics.gauge('tianping_brand_ready', '1 for a brand that is ready', ['brand'])
    const sites = () => [...this.#brands.values()].flatMap(({ site }) => (site ? [site] : []))
    const refresh = async () => {
      const found = await this.status()
      up.replace(
        found.map(
          each => [[each.code], each.problem === '' && each.lacking.length === 0 ? 1 : 0] as const,
        ),
      )
      await Promise.all(sites().map(each => each.refreshMetrics()))
    }
    const text = () => {
      const ofBrands = [...this.#brands].flatMap(([code, { site }]) =>
        site ? [[code, site.services.metrics] as const] : [],
      )
      return mergedText('brand', this.#metrics, ofBrands)
    }
    const { log } = this.#options
    this.#metricsAt = await serveMetrics({ text }, { ...at, log }, refresh, () => this.status())
  }
}
