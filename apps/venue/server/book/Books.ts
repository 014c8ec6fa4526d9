import { Hub } from '../rounds/Hub.ts'
import { Leadership, type LeaderLog } from '../rounds/Leadership.ts'
import { loop, type Loop } from '../rounds/loop.ts'
import type { Venue } from '../venue.ts'
import { advanceBook } from './advance.ts'
import type { Book } from '../../model/Book.ts'
import { MatchPublisher } from './MatchPublisher.ts'

const LOCK_SPACE = 72_141

type Deps = {
  venue: () => Venue
  databaseUrl: string
  books: readonly Book[]
  log: () => LeaderLog
  wait: ((ms: number) => Promise<void>) | undefined
}

declare module '../venue.ts' {
  interface Venue {
    /** The books of matches. */
    books: Books
  }
}

/**
 * Runs the books: leads those whose lock this process holds (opening, ending, settling), and
 * publishes what happens in all of them to its own readers.
 */
export class Books {
  readonly hub = new Hub()
  readonly #deps: Deps
  readonly #leadership: Leadership<Book>
  readonly #publishers = new Map<string, { publisher: MatchPublisher; publishing: Loop }>()
  #closed = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#leadership = new Leadership({
      applicationName: 'tianping-books',
      what: 'books',
      lockSpace: LOCK_SPACE,
      databaseUrl: deps.databaseUrl,
      channels: ['matches', 'rounds'],
      items: deps.books,
      log: deps.log,
      advance: book => advanceBook(deps.venue(), book),
      onNotification: payload => this.#onNotification(payload),
      onListening: async () => {
        for (const { publisher, publishing } of this.#publishers.values()) {
          publisher.markStale()
          publishing.wake()
        }
      },
    })
  }

  /** Waits out the delay of a ticket on a match under way. */
  wait(ms: number): Promise<void> {
    return this.#deps.wait ? this.#deps.wait(ms) : new Promise(done => setTimeout(done, ms))
  }

  /** The books this process leads at the moment. */
  leads(): string[] {
    return this.#leadership.leads()
  }

  start(): void {
    for (const book of this.#deps.books) {
      const publisher = new MatchPublisher(this.#deps.venue(), book, this.hub)
      const failed = (error: Error) =>
        this.#deps.log().error({ err: error, book: book.code }, 'a book was not published')
      this.#publishers.set(book.code, {
        publisher,
        publishing: loop(
          () => publisher.publishDue(),
          () => !this.#closed,
          failed,
        ),
      })
    }
    this.#leadership.start()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.hub.close()
    for (const { publishing } of this.#publishers.values()) publishing.wake()
    await this.#leadership.close()
    await Promise.all([...this.#publishers.values()].map(({ publishing }) => publishing.done))
  }

  /** `code:number` after a match changed; `clock` after the clock was set by hand. */
  #onNotification(payload: string): void {
    if (payload === 'clock') {
      this.#leadership.wake()
      for (const { publishing } of this.#publishers.values()) publishing.wake()
      return
    }
    const [code = '', number = ''] = payload.split(':')
    const found = this.#publishers.get(code)
    if (!found || !/^\d+$/.test(number)) return
    found.publisher.markChanged(BigInt(number))
    found.publishing.wake()
  }
}
