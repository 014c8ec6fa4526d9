import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Site } from '../compose.ts'
import type { ListedBrand } from './directory.ts'
import type { Behind } from './door.ts'

/** A brand that does not open is tried again after this, doubling up to the second. */
const AGAIN_MS = 2_000
const AGAIN_MOST_MS = 60_000
/** Calls under way when a brand closes have this long. */
const CLOSE_MS = 10_000
const STEP_MS = 20

type OpenSite = (listed: ListedBrand) => Promise<Site>

/** One brand of the process: its site while it runs, and why it does not. */
export class OneBrand {
  readonly behind: Behind
  readonly #open: OpenSite
  readonly #log: Logger
  listed: ListedBrand
  site: Site | null = null
  /** Why there is no site; empty while there is one. */
  problem = 'not opened yet'
  /** Connections that the site has, or will have once it is open. */
  connections = 0
  #version = ''
  #tries = 0
  #notBefore = 0
  #work: Promise<void> | null = null

  constructor(listed: ListedBrand, open: OpenSite, log: Logger) {
    const { code, name } = listed
    this.listed = listed
    this.#open = open
    this.#log = log
    this.behind = { code, name, state: 'resting', routing: null, underWay: 0 }
  }

  /** Whether the site has to be opened, or opened anew, and may be tried now. */
  get due(): boolean {
    if (this.#work || (this.site && this.#version === this.listed.version)) return false
    return this.#version !== this.listed.version || performance.now() >= this.#notBefore
  }

  /** What the brand is doing now; resolved when it stands still. */
  get settled(): Promise<void> {
    return this.#work ?? Promise.resolve()
  }

  /** Brings the brand's page and state up to what is listed. */
  show(): void {
    this.behind.name = this.listed.name
    this.behind.routing = this.site ? this.site.routing : null
    const asked = this.listed.state === 'paused' ? 'paused' : 'open'
    this.behind.state = this.site ? asked : 'resting'
  }

  bring(): void {
    this.#work = this.#bring().finally(() => {
      this.#work = null
      this.show()
    })
  }

  async #bring(): Promise<void> {
    this.#version = this.listed.version
    try {
      await this.#endSite()
      this.site = await this.#open(this.listed)
      this.problem = ''
      this.#tries = 0
    } catch (error) {
      this.problem = (error as Error).message
      this.#notBefore = performance.now() + Math.min(AGAIN_MOST_MS, AGAIN_MS * 2 ** this.#tries++)
      this.#log.error({ brand: this.listed.code, why: this.problem }, 'a brand does not open')
    }
  }

  /** Answers what is under way, then takes the site apart. */
  async end(): Promise<void> {
    await this.settled
    await this.#endSite()
  }

  async #endSite(): Promise<void> {
    const { site } = this
    if (!site) return
    this.site = null
    this.problem = 'closing'
    this.show()
    site.drain()
    const until = performance.now() + CLOSE_MS
    while (this.behind.underWay > 0 && performance.now() < until) await pause(STEP_MS)
    await site.close()
  }
}
