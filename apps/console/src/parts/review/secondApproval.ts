// Orders that two persons have to approve: how the panel, its last look and its history say so.
import type { ConsoleGiven } from '@tianping/contract/console'
import { reviewState } from '@tianping/contract/facts'
import { yuan } from '../../ui/values/Money.tsx'
import type { Moment } from '../../ui/Timeline.tsx'
import type { Decision } from '../dialogs/DecisionDialog.tsx'

type Order = Pick<ConsoleGiven<'POST /api/console/deposits/show'>, 'state' | 'confirmation'>

/** Whether an approval now is only the first of two. */
export const comesFirst = ({ confirmation }: Order): boolean =>
  confirmation.takes_two && confirmation.by === ''

/** Why this operator, who was the first, does not approve it again; empty for everybody else. */
export const awaitsAnother = ({ confirmation }: Order, me: string): string =>
  confirmation.takes_two && confirmation.by === me ? '您已确认，须由另一位复核' : ''

/** What stands above an order that two have to approve; empty where one may. */
export function secondApprovalNote(
  { state, confirmation: { takes_two, from, by, at, remark } }: Order,
  me: string,
): string {
  if (state !== reviewState.waiting || !takes_two) return ''
  if (by === '') return `金额达到 ${yuan(from)}：须由两人先后确认`
  return by === me
    ? `您已于 ${at} 确认，须由另一位复核`
    : `${by} 已于 ${at} 确认${remark ? `（${remark}）` : ''}，待复核`
}

/**
 * The last look at an approval, where it takes two: the first moves nothing, and the second knows
 * who was first.
 */
export function asked(order: Order, me: string, whole: Decision & { sentence: string }): Decision {
  const note = secondApprovalNote(order, me)
  const warning = [note, whole.warning].filter(Boolean).join('；') || undefined
  if (!comesFirst(order)) return { ...whole, warning }
  return {
    ...whole,
    warning,
    sentence: `${whole.sentence}；本次为首位确认，不动资金，由另一位复核后生效`,
    confirm: '确认并交复核',
  }
}

/** The first approval in the history of an order. */
export const firstMoment = ({ confirmation: { by, at, remark } }: Order): Moment[] =>
  by === '' ? [] : [{ at, text: `${by} 首位确认${remark ? `：${remark}` : ''}` }]
