// The front of the partner programme: all that other areas may import.
export { commissionOf } from './commission.ts'
export { AGENT_SETTING, agentSchema } from './setting.ts'
export { makeDueStatements } from './statements.ts'
export { plansWaiting } from './store/plan.sql.ts'
export { statedLines } from './store/statement.sql.ts'
