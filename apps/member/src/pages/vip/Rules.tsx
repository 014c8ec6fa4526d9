import { Card } from '../../ui/Card.tsx'
import css from './vip.module.css'

/** Part 1 §4, as the member reads it. */
const rules = [
  '累计存款与有效流水达到相应等级要求，次日 24:00 前完成晋级；每日最多晋级一级，不可越级。',
  '达到等级后须在 90 天内完成保级流水，晋级后重新计算。',
  '一个季度（90 天）内未完成保级，降低一级，返水比例随之调整。',
]

export const Rules = () => (
  <Card>
    <h2 className={css.title}>活动规则</h2>
    <ol className={css.rules}>{rules.map(rule => <li key={rule}>{rule}</li>)}</ol>
  </Card>
)
