import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Hub, MAX_OF_PLAYER } from '../../server/rounds/Hub.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The end of a connection that this process writes to; `waiting` bytes were not taken yet. */
class Line extends EventEmitter {
  said = ''
  destroyed = false
  readonly writableLength: number
  constructor(waiting = 0) {
    super()
    this.writableLength = waiting
  }
  write(text: string) {
    this.said += text
  }
  destroy() {
    this.destroyed = true
    this.emit('close')
  }
  end() {
    this.emit('close')
  }
}
const add = (hub: Hub, line: Line, lastId: number | null = null, player = 'one') =>
  hub.add('k3', player, line as unknown as ServerResponse, lastId)

test('the hub keeps quiet readers alive, cuts off those who do not read, and forgets those who are gone', () => {
  const hub = new Hub()
  const quick = new Line()
  const stuck = new Line(1 << 20)
  for (const each of [quick, stuck]) expect(add(hub, each)).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(quick.said).toContain(': alive\n\n')
  expect([stuck.destroyed, hub.readers()]).toEqual([true, 1])
  hub.publish('k3', 5, 'round', {})
  hub.publish('k3', 4, 'round', {})
  hub.publish('k3', 5, 'round', {})
  expect(quick.said.match(/event: round/g)).toHaveLength(1)
  hub.close()
  expect(hub.readers()).toBe(0)
})

test('only the last events are kept: a reader who missed more starts over', () => {
  const hub = new Hub()
  for (let id = 1; id <= 60; id++) hub.publish('k3', id, 'round', { id })
  const away = new Line()
  add(hub, away, 20)
  expect(away.said).toContain('event: refetch')
  const near = new Line()
  add(hub, near, 57)
  expect([...near.said.matchAll(/id: (\d+)/g)].map(([, id]) => Number(id))).toEqual([58, 59, 60])
  hub.close()
})

test('one player has so many streams and no more: the oldest is let go, whoever else reads stays', () => {
  const hub = new Hub()
  const other = new Line()
  add(hub, other, null, 'other')
  const lines = Array.from({ length: MAX_OF_PLAYER + 2 }, () => new Line())
  for (const line of lines) expect(add(hub, line)).toBe(true)
  expect(lines.map(line => line.destroyed)).toEqual(lines.map((_, at) => at < 2))
  expect([other.destroyed, hub.readers()]).toEqual([false, MAX_OF_PLAYER + 1])
  lines.at(-1)!.destroy()
  expect(add(hub, new Line())).toBe(true)
  expect(lines[2]!.destroyed).toBe(false)
  hub.close()
})
