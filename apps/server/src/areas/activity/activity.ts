// The front of activities and applications: all that other areas may import.
export { bonusOf } from './bonus.ts'
export { activityRule } from './console/activityRule.ts'
export { openingRule } from './console/openingRule.ts'
export { productOf } from './console/refuseRule.ts'
export { seedActivities } from './demo.ts'
export { type Fact } from './facts.ts'
export { shownTitles, titlesOf } from './store/activity.sql.ts'
export { ruleSchema, type ActivityRule, type Condition } from './rule.ts'
