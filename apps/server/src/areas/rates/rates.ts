// The front of the rate of USDT: what it is now, and why there is none.
export { readRates } from './job.ts'
export { ratesReading } from './measures.ts'
export { ratesAt, type Rates } from './now.ts'
export { ratesRule } from './rule.ts'
