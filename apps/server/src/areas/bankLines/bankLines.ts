// The front of bank statements: all that other areas may import.
export { seedBankLines } from './demo.ts'
export { BANK_LAYOUTS, bankLayoutsSchema } from './setting.ts'
export { eraseLines, openLines, redactPayers } from './store/line.sql.ts'
