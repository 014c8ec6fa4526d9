// Facts that several areas share. No zod in facts: the browsers load them too.

/** One of the values of a fact: the numbers of a state, as they are on the wire and in a column. */
export type ValueOf<Fact> = Fact[keyof Fact]

/**
 * Whatever a person decides: withdrawals, applications, adjustments, proposals, requests. Areas
 * whose second state has a name of its own build on these numbers, so that all queues work alike.
 */
export const reviewState = { waiting: 1, approved: 2, rejected: 3 } as const
export type ReviewState = ValueOf<typeof reviewState>
/** How a person decided. */
export type DecidedState = Exclude<ReviewState, typeof reviewState.waiting>

/** `format` in a setting's JSON Schema, by which a form picks a day or a minute of Beijing. */
export const settingFormats = { day: 'date', minute: 'beijing-minute' } as const

/** What a list of reviewed items takes for items in every state. */
export const everyState: number = 0

/** As operators read them. */
export const reviewLabels = { waiting: '待审核', approved: '已通过', rejected: '已拒绝' } as const

/** What an operator did who decided an item: `{operator} 通过`. */
export type Decisions = Readonly<Record<'approved' | 'rejected', string>>
export const reviewDecisions: Decisions = { approved: '通过', rejected: '拒绝' }
export const decisionOf = ({ approved, rejected }: Decisions, state: number): string =>
  state === reviewState.approved ? approved : rejected

/** The name of a state; undefined for a number that the states do not have. */
export const nameOf = <Name extends string>(
  states: Readonly<Record<Name, number>>,
  value: number,
): Name | undefined => (Object.keys(states) as Name[]).find(name => states[name] === value)
