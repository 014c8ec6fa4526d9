import { Hub } from '../rounds/Hub.ts'
import { Leadership, type LeaderLog } from '../rounds/Leadership.ts'
import { turns, type Turning } from '../rounds/turns.ts'
import type { Venue } from '../venue.ts'
import { advanceBook } from './advance.ts'
import type { Book } from '../../model/Book.ts'
import { Teller } from './Teller.ts'

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
 * Runs the books: leads those whose lock this process holds (opening, ending, settling), and tells
 * its own readers what happens in all of them.
 */
export class Books {
  readonly hub = new Hub()
  readonly #deps: Deps
  readonly #leadership: Leadership<Book>
  readonly #tellers = new Map<string, { teller: Teller; turning: Turning }>()
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
      heard: payload => this.#heard(payload),
      listening: async () => {
        for (const { teller, turning } of this.#tellers.values()) {
          teller.forget()
          turning.wake()
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
      const teller = new Teller(this.#deps.venue(), book, this.hub)
      const failed = (error: Error) =>
        this.#deps.log().error({ err: error, book: book.code }, 'a book was not told')
      this.#tellers.set(book.code, {
        teller,
        turning: turns(
          () => teller.turn(),
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
    for (const { turning } of this.#tellers.values()) turning.wake()
    await this.#leadership.close()
    await Promise.all([...this.#tellers.values()].map(({ turning }) => turning.done))
  }

  /** `code:number` after a match changed; `clock` after the clock was set by hand. */
  #heard(payload: string): void {
    if (payload === 'clock') {
      this.#leadership.wake()
      for (const { turning } of this.#tellers.values()) turning.wake()
      return
    }
    const [code = '', number = ''] = payload.split(':')
    const told = this.#tellers.get(code)
    if (!told || !/^\d+$/.test(number)) return
    told.teller.changed(BigInt(number))
    told.turning.wake()
  }
}
