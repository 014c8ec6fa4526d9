// The front of ledger lines as people read them: all that other areas may import.
export { accountNames, entriesOf, partNames } from './entries.ts'
export { fundsOf } from './funds.ts'
export { MOST_READ, isFlood, numberedIn, ofSource } from './store/ledgerParts.sql.ts'
