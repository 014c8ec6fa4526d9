import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { why } from '@tianping/contract'
import { say } from '@tianping/contract/refusals'
import { explained, figures } from '../../src/kernel/http/explain.ts'

const SRC = join(import.meta.dirname, '../../src/areas')
/**
 * What an operator decides is refused in the back office's own words; a queue that is full is no
 * rule of an engine.
 */
const OF_OPERATORS = [
  'activity/decide.ts',
  'agent/decideAgentApplication.ts',
  'agent/agentStatus.ts',
  'agent/plans/together.ts',
  'agent/statements.ts',
  'message/send.ts',
  'redpacket/claimQueue.ts',
  'vip/release.ts',
]

test('every refusal of an engine to a member goes through `explained`, so that none can leave out its rule', () => {
  const engines = ['vip', 'rebate', 'turnover', 'redpacket', 'activity', 'agent']
  const files = engines.flatMap(area =>
    readdirSync(join(SRC, area), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.startsWith('console/'))
      .map(name => `${area}/${name}`),
  )
  expect(files.length).toBeGreaterThan(50)
  const bare = [...files, 'cashier/member/withdraw.ts', 'account/payPassword.ts'].filter(
    file =>
      !OF_OPERATORS.includes(file) &&
      /new Refusal\(|refuseIf\(/.test(readFileSync(join(SRC, file), 'utf8')),
  )
  expect(bare).toEqual([])
})
test('the one shape: the rule, its version, what it looked at and what is missing, each figure with name and unit', () => {
  const refusal = explained(
    say('withdrawal.balance', { available: '99.95' }),
    {
      rule: 'balance',
      version: 3,
      inputs: [figures.yuan('available', '可用余额', 99_95n)],
      missing: [figures.yuan('balance', '还差余额', 5n)],
    },
    { available: 99.95 },
  )
  const data = refusal.data as { why: unknown }
  expect(data).toEqual({
    available: 99.95,
    rule: 'balance',
    rule_version: 3,
    why: {
      rule: 'balance',
      rule_version: 3,
      inputs: [{ name: 'available', label: '可用余额', unit: 'yuan', value: 99.95 }],
      missing: [{ name: 'balance', label: '还差余额', unit: 'yuan', value: 0.05 }],
    },
  })
  expect(why.parse(data.why)).toEqual(data.why)
})
