import type { ServerResponse } from 'node:http'
import { sequenceOf, type RoundView } from './roundView.ts'

/** The last events of a table, for readers who come back: some ten rounds. */
const RING_EVENTS = 40
const HEARTBEAT_MS = 10_000
export const MAX_READERS = 5_000
/**
 * Streams of one player at once: as many pages as anybody has open, and lines that broke unnoticed.
 */
export const MAX_OF_PLAYER = 8
/**
 * A reader that takes nothing while this much waits for him is cut off; he comes back and reads on.
 */
const MAX_WAITING_BYTES = 64 * 1_024

type Event = { id: number; text: string }
type Channel = { ring: Event[]; readers: Set<ServerResponse> }

/**
 * Publishes what the rounds of a table do to the readers of its stream. The state is in memory:
 * each server process serves its own readers.
 */
export class Hub {
  readonly #channels = new Map<string, Channel>()
  readonly #timer: NodeJS.Timeout
  readonly #players = new Map<string, Set<ServerResponse>>()
  #readers = 0

  constructor() {
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#timer.unref()
  }

  readers(): number {
    return this.#readers
  }

  /**
   * Publishes a round's new state and the tables' clock, by which pages set theirs. A state that is
   * published already, or is older than the published one, is dropped. The clock holds for this
   * moment and is not stored for readers who come back.
   */
  publishRound(code: string, round: RoundView, nowMs: number): void {
    this.publish(code, sequenceOf(round), 'round', round, `event: clock\ndata: ${nowMs}\n\n`)
  }

  /**
   * Publishes an event. The ids of a channel only grow; an event that is published already is
   * dropped. `aside` is sent at once and not stored.
   */
  publish(code: string, id: number, name: string, data: object, aside = ''): void {
    const channel = this.#channel(code)
    if (id <= (channel.ring.at(-1)?.id ?? -1)) return
    const event = { id, text: `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n` }
    channel.ring.push(event)
    if (channel.ring.length > RING_EVENTS) channel.ring.shift()
    for (const reader of channel.readers) this.#send(reader, event.text + aside)
  }

  /**
   * Adds a reader and gives him what he missed since `lastId`: the events after it when the ring
   * still holds that one, otherwise `event: refetch`, on which the page asks for a snapshot. A
   * player who opens more streams than one may have loses the oldest of them, which may be a line
   * that is long dead. False when there are too many readers.
   */
  add(code: string, player: string, reader: ServerResponse, lastId: number | null): boolean {
    const own = this.#players.get(player) ?? new Set()
    for (const oldest of [...own].slice(0, Math.max(0, own.size - MAX_OF_PLAYER + 1)))
      oldest.destroy()
    if (this.#readers >= MAX_READERS) return false
    const { ring, readers } = this.#channel(code)
    reader.write(`retry: 1000\n\n${missedSince(ring, lastId)}`)
    readers.add(reader)
    this.#players.set(player, own.add(reader))
    this.#readers++
    reader.on('close', () => {
      if (!readers.delete(reader)) return
      this.#readers--
      own.delete(reader)
      if (own.size === 0) this.#players.delete(player)
    })
    reader.on('error', () => reader.destroy())
    return true
  }

  /** Ends every stream; readers reconnect to whoever serves next. */
  close(): void {
    clearInterval(this.#timer)
    for (const { readers } of this.#channels.values()) for (const reader of readers) reader.end()
  }

  #channel(code: string): Channel {
    const found = this.#channels.get(code)
    if (found) return found
    const made: Channel = { ring: [], readers: new Set() }
    this.#channels.set(code, made)
    return made
  }

  #beat(): void {
    for (const { readers } of this.#channels.values())
      for (const reader of readers) this.#send(reader, ': alive\n\n')
  }

  #send(reader: ServerResponse, text: string): void {
    if (reader.writableLength > MAX_WAITING_BYTES) reader.destroy()
    else reader.write(text)
  }
}

/** The events after one that the ring still holds; where it does not, to ask for a snapshot. */
function missedSince(ring: readonly Event[], lastId: number | null): string {
  if (lastId === null || ring.every(({ id }) => id !== lastId))
    return 'event: refetch\ndata: {}\n\n'
  return ring
    .filter(({ id }) => id > lastId)
    .map(({ text }) => text)
    .join('')
}
