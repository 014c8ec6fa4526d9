export { accountNames, entriesOf } from './entries.ts'
export { MOST_READ, isFlood, numberedOn, ofSource } from './store/ledgerParts.sql.ts'
