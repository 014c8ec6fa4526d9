import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../root.ts'
import { longestGap, quantile, Report } from '../drills/support/report.ts'
import { fill } from '../drills/support/template.ts'

test('the time without writes counts from the fault to the next success', () => {
  const moments = [0, 100, 200, 5_200, 5_300]
  expect(longestGap(moments, 150, 5_300)).toBe(5_000)
  expect(longestGap(moments, 1_200, 5_250)).toBe(4_000)
  // Nothing succeeded any more.
  expect(longestGap(moments, 5_250, 9_000)).toBe(3_700)
  expect([quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 0.99)]).toEqual([2, 3])
})

test('a report holds when everything it expects is seen, and something is', () => {
  const lines: string[] = []
  const report = new Report(line => lines.push(line))
  expect(report.holds).toBe(false)
  report.expect('lost', '0', 0, true)
  expect(report.holds).toBe(true)
  report.expect('doubled', '0', 1, false)
  expect(report.holds).toBe(false)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('FAIL doubled: expected 0, seen 1')
})

test('every file of deploy/ that a drill fills names only what it is given', () => {
  expect(fill('a ${ONE} b ${TWO_B}', { ONE: '1', TWO_B: '2' })).toBe('a 1 b 2')
  expect(() => fill('${MISSING}', {})).toThrow('MISSING')
  const support = inRoot('tooling/drills/support')
  const code = readdirSync(support)
    .map(file => readFileSync(`${support}/${file}`, 'utf8'))
    .join('\n')
  for (const file of ['patroni/patroni.yml', 'etcd/etcd.yml', 'haproxy/haproxy.cfg']) {
    const text = readFileSync(inRoot('deploy', file), 'utf8')
    const names = [...text.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name)
    expect(names.length, file).toBeGreaterThan(0)
    for (const name of names) expect(code, file).toContain(`${name}:`)
  }
})
