import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueText } from '../../../src/kernel/operator/issueText.ts'

const schema = z.strictObject({
  hours: z.number().int().min(2).max(24),
  leastFen: z.number().min(150),
  share: z.object({ hundredths: z.number().max(5_000) }),
  name: z.string().min(1).max(4),
  code: z.string().min(2),
  mail: z.email(),
  way: z.enum(['a', 'b']),
  rows: z.array(z.number()).min(1).max(2),
  odd: z.number().refine(n => n % 2 === 1),
})
const right = {
  hours: 2,
  leastFen: 150,
  share: { hundredths: 5_000 },
  name: 'anna',
  code: 'ab',
  mail: 'a@b.cn',
  way: 'a',
  rows: [1],
  odd: 1,
}

test.each<[object, string]>([
  [{ hours: 1 }, '不能低于 2'],
  [{ hours: 25 }, '不能高于 24'],
  [{ hours: 2.5 }, '须为整数'],
  [{ hours: '2' }, '须为数字'],
  [{ leastFen: 149 }, '不能低于 1.50 元'],
  [{ share: { hundredths: 5_001 } }, '不能高于 50%'],
  [{ share: 1 }, '须为所列格式'],
  [{ name: '' }, '不能为空'],
  [{ name: 'annas' }, '最多 4 个字'],
  [{ name: 1 }, '须为文字'],
  [{ code: 'a' }, '至少 2 个字'],
  [{ mail: 'a@' }, '格式不正确'],
  [{ way: 'c' }, '不在可选项中'],
  [{ rows: [] }, '至少 1 行'],
  [{ rows: [1, 2, 3] }, '最多 2 行'],
  [{ more: 1, most: 2 }, '没有这些项目：more、most'],
  [{ odd: 2 }, '不在允许的范围内'],
])('%j: %s', (change, message) => {
  const read = schema.safeParse({ ...right, ...change }, { error: issueText })
  expect(read.error?.issues.map(issue => issue.message)).toEqual([message])
})

test('what fits is objected to by nothing', () => {
  expect(schema.safeParse(right, { error: issueText }).success).toBe(true)
})
