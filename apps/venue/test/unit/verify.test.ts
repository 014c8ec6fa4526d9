import { commitOf, fromHex } from '@tianping/fairness'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { slot3 } from '../../src/games/slot3/slot3.ts'

const html = readFileSync(join(import.meta.dirname, '../../client/verify/verify.html'), 'utf8')
const published = slot3('FG', 'any', '任意')
const blocks = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body!)

/** The page's own functions, without its form: everything above the part that draws. */
function load() {
  const [mathText, code] = blocks as [string, string]
  const context = createContext({ TextEncoder, document: { getElementById: () => ({ textContent: mathText }) } })
  runInContext(`${code.slice(0, code.indexOf('// ---- the page'))}\nglobalThis.page = { replay, selfCheck, fromHex }`, context)
  return (context as unknown as { page: { selfCheck(): string[]; fromHex(text: string): Uint8Array; replay(round: object): { stops: number[]; units: number; payout: bigint; commit: string } } }).page
}

test('the verifier is one file that loads nothing and sends nothing', () => {
  expect(html).not.toMatch(/\b(src|href)\s*=|@import|url\(|fetch|XMLHttpRequest|import\(|WebSocket|sendBeacon/)
  expect(blocks).toHaveLength(2)
})

test('it holds the published mathematics byte for byte', () => {
  expect(blocks[0]).toBe(published.mathJson)
})

test('its self-check knows the golden vectors and passes', () => {
  expect([...load().selfCheck()]).toEqual([])
})

test('it replays any round as the game did, to the fen', () => {
  const page = load()
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => Buffer.from(bytes).toString('hex'))
  fc.assert(fc.property(seed, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }), fc.nat(), fc.constantFrom(...published.stakesFen), (hex, clientSeed, nonce, stakeFen) => {
    const theirs = published.outcome({ serverSeed: fromHex(hex), clientSeed, nonce, stakeFen })
    const mine = page.replay({ serverSeed: page.fromHex(hex), clientSeed, nonce, stake: String(stakeFen) })
    expect([...mine.stops]).toEqual(theirs.detail['stops'])
    expect(mine.payout).toBe(theirs.payoutFen)
    expect(mine.commit).toBe(commitOf(fromHex(hex)))
  }), { numRuns: 300 })
})
