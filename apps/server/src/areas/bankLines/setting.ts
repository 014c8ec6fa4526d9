import { createHash } from 'node:crypto'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readSetting } from '../../kernel/setting.ts'

/** A column by its number from 1; 0 where the bank gives none. */
const column = z.number().int().min(0).max(60).default(0)
const needed = z.number().int().min(1).max(60)

const layout = z.object({
  code: z.string().regex(/^[a-z0-9][a-z0-9-]{0,23}$/),
  name: z.string().trim().min(1).max(40),
  format: z.enum(['csv', 'camt053']).default('csv'),
  encoding: z.enum(['utf-8', 'gb18030']).default('utf-8'),
  delimiter: z.enum(['comma', 'semicolon', 'tab', 'pipe']).default('comma'),
  /** Lines before the first payment. */
  skipRows: z.number().int().min(0).max(50).default(1),
  dateColumn: needed.default(1),
  dateOrder: z.enum(['ymd', 'dmy', 'mdy']).default('ymd'),
  /** What came in; negative is what went out, unless columns of its own say so. */
  amountColumn: needed.default(2),
  outColumn: column,
  directionColumn: column,
  /** The word in that column of what came in. */
  incomingWord: z.string().trim().max(20).default(''),
  payerColumn: column,
  payerNoColumn: column,
  referenceColumn: column,
  noteColumn: column,
})
export type Layout = z.output<typeof layout>

/**
 * What tells layouts apart by how they read, whatever they are called. What a layout does not give
 * is left out, so that an option that comes later changes nothing of those without it.
 */
export function layoutDigest({ code: _code, name: _name, ...reading }: Layout): string {
  const given = Object.entries(reading).filter(([, value]) => value !== 0 && value !== '')
  const said = given.map(each => each.join('=')).toSorted()
  return createHash('sha256').update(said.join('\n')).digest('hex')
}

/** How the files of banks are read: key `bank_layouts` of the settings. */
export const bankLayoutsSchema = z.object({
  layouts: z
    .array(layout)
    .max(50)
    .refine(all => new Set(all.map(each => each.code)).size === all.length, '代码不能重复')
    .default([
      {
        code: 'csv',
        name: '通用 CSV',
        format: 'csv',
        encoding: 'utf-8',
        delimiter: 'comma',
        skipRows: 1,
        dateColumn: 1,
        dateOrder: 'ymd',
        amountColumn: 2,
        outColumn: 0,
        directionColumn: 3,
        incomingWord: '贷',
        payerColumn: 4,
        payerNoColumn: 5,
        referenceColumn: 6,
        noteColumn: 7,
      },
      layout.parse({ code: 'camt053', name: 'ISO 20022 CAMT.053', format: 'camt053' }),
    ]),
})

export const BANK_LAYOUTS = 'bank_layouts'
export const bankLayouts = async (db: Db): Promise<Layout[]> =>
  (await readSetting(db, BANK_LAYOUTS, bankLayoutsSchema)).layouts
