// The front of the partner programme: all that other areas may import.
export { agentRule } from './rule.ts'
export { AGENT_SETTING, agentSchema } from './setting.ts'
export { makeDueStatements, wholeUnder } from './statements.ts'
export { plansWaiting } from './store/plan.sql.ts'
