// What a schema objects to, as an operator reads it beside the field.
import { unitOf } from '@tianping/contract/desk/facts'
import { shortFen } from '@tianping/money'
import type { z } from 'zod'

type Raw = z.core.$ZodRawIssue

/** A limit in the unit that the form shows. */
function limitText(path: string, limit: number | bigint): string {
  const unit = unitOf(path)
  if (unit === 'fen') return `${shortFen(BigInt(limit))} 元`
  return unit === 'hundredths' ? `${Number(limit) / 100}%` : `${limit}`
}

type Sized = Extract<Raw, { code: 'too_small' | 'too_big' }>

function sizeText({ code, origin, ...issue }: Sized, path: string): string {
  const limit = ('minimum' in issue ? issue.minimum : issue.maximum) as number | bigint
  const small = code === 'too_small'
  if (origin === 'array') return small ? `至少 ${limit} 行` : `最多 ${limit} 行`
  if (origin === 'string' && small && limit === 1) return '不能为空'
  if (origin === 'string') return small ? `至少 ${limit} 个字` : `最多 ${limit} 个字`
  return `${small ? '不能低于' : '不能高于'} ${limitText(path, limit)}`
}

const typeNames: Record<string, string> = { int: '整数', number: '数字', string: '文字' }

export function issueText(issue: Raw): string {
  const path = (issue.path ?? []).map(String).join('.')
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return sizeText(issue, path)
    case 'invalid_type':
      return `须为${typeNames[issue.expected] ?? '所列格式'}`
    case 'invalid_format':
      return '格式不正确'
    case 'invalid_value':
      return '不在可选项中'
    case 'unrecognized_keys':
      return `没有这些项目：${issue.keys.join('、')}`
    default:
      return '不在允许的范围内'
  }
}
