import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readSetting } from '../../../kernel/setting.ts'

/** A column of a result file by its number from 1; 0 where the bank gives none. */
const column = z.number().int().min(0).max(60).default(0)
const words = z.array(z.string().trim().min(1).max(20)).min(1).max(20)

/** What a column of the file for the bank holds. */
export const batchFields = [
  'no',
  'line',
  'owner',
  'account',
  'bank',
  'yuan',
  'fen',
  'day',
  'text',
] as const

const layout = z.object({
  code: z.string().regex(/^[a-z0-9][a-z0-9-]{0,23}$/),
  name: z.string().trim().min(1).max(40),
  encoding: z.enum(['utf-8', 'gb18030']).default('utf-8'),
  delimiter: z.enum(['comma', 'semicolon', 'tab', 'pipe']).default('comma'),
  /** Whether the first line holds the titles. */
  titles: z.boolean().default(true),
  columns: z
    .array(
      z.object({
        title: z.string().max(40),
        field: z.enum(batchFields),
        /** What a column of `text` always holds. */
        text: z.string().max(80).default(''),
      }),
    )
    .min(3)
    .max(30)
    .refine(all => all.some(({ field }) => field === 'no'), '须有付款单号一列')
    .refine(all => all.some(({ field }) => field === 'account'), '须有收款账号一列')
    .refine(all => all.some(({ field }) => field === 'yuan' || field === 'fen'), '须有金额一列'),
  /** How the bank answers: our number, the amount in yuan, a word, its number and a reason. */
  results: z.object({
    skipRows: z.number().int().min(0).max(50).default(1),
    noColumn: z.number().int().min(1).max(60),
    amountColumn: z.number().int().min(1).max(60),
    statusColumn: z.number().int().min(1).max(60),
    referenceColumn: z.number().int().min(1).max(60),
    reasonColumn: column,
    paidWords: words,
    failedWords: words,
  }),
})
export type BatchLayout = z.output<typeof layout>
export const batchLayout = layout

/** Files for banks as data: key `payout_layouts` of the settings. */
export const batchLayoutsSchema = z.object({
  layouts: z
    .array(layout)
    .max(50)
    .refine(all => new Set(all.map(each => each.code)).size === all.length, '代码不能重复')
    .prefault([
      {
        code: 'csv',
        name: '通用 CSV',
        columns: [
          { title: '序号', field: 'line' },
          { title: '付款单号', field: 'no' },
          { title: '收款户名', field: 'owner' },
          { title: '收款账号', field: 'account' },
          { title: '收款银行', field: 'bank' },
          { title: '金额', field: 'yuan' },
          { title: '用途', field: 'text', text: '退款' },
        ],
        results: {
          noColumn: 1,
          amountColumn: 2,
          statusColumn: 3,
          referenceColumn: 4,
          reasonColumn: 5,
          paidWords: ['成功'],
          failedWords: ['失败', '退回'],
        },
      },
    ]),
})

export const BATCH_LAYOUTS = 'payout_layouts'
export const batchLayouts = async (db: Db): Promise<BatchLayout[]> =>
  (await readSetting(db, BATCH_LAYOUTS, batchLayoutsSchema)).layouts
