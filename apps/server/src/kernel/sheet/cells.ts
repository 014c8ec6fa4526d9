// What a value of a list is in a file.
import { yuan, type Words } from '@tianping/contract'
import { z } from 'zod'
import type { ParquetKind } from './parquet.ts'

/**
 * What a cell says: a code in words, one with a number behind it (`operator:3`) as a word and the
 * number, a figure as it is, several values side by side.
 */
export function cellOf(value: unknown, words: Words): string | number {
  if (Array.isArray(value)) return value.map(each => cellOf(each, words)).join('、')
  const [, code = '', number = ''] = /^([^:]*)(?::(.*))?$/s.exec(String(value)) ?? []
  const word = Object.hasOwn(words, code) ? words[code] : undefined
  if (word === undefined) return plainOf(value)
  // The system is one: what stands behind it (`system:job`) is nobody else.
  return code === 'system' ? word : `${word} ${number}`.trim()
}

function plainOf(value: unknown): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string)
}

/** What a field is for programs. */
export function kindOf(type: z.core.$ZodType | undefined): ParquetKind {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional) return kindOf(type.unwrap())
  if (type === yuan) return 'yuan'
  if (type instanceof z.ZodNumber) return type.isInt ? 'whole' : 'number'
  return type instanceof z.ZodBoolean ? 'boolean' : 'text'
}
