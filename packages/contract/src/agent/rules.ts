import { isMobile, rulesOf } from '../rule.ts'
import { agentForm } from './texts.ts'

const agent = rulesOf(agentForm)

/** Agent application (P1-5-20, P1-5-21). */
export const agentRules = (f: { mobile: string; apply_info: string }) =>
  agent(
    ['mobile', !isMobile(f.mobile), 'agent.mobile_format'],
    ['apply_info', f.apply_info === '', 'agent.reason_missing'],
  )
