import { vipRuleTexts } from '@tianping/contract/ruleTexts'
import { useRules } from '../../app/account.ts'
import { Card } from '../../ui/Card.tsx'
import css from './vip.module.css'

export const Rules = () => (
  <Card>
    <h2 className={css.title}>活动规则</h2>
    <ol className={css.rules}>
      {vipRuleTexts(useRules()).map(rule => (
        <li key={rule}>{rule}</li>
      ))}
    </ol>
  </Card>
)
