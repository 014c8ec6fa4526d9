import type { ConsoleRowOf } from '@tianping/contract/console'
import { decisionOf } from '@tianping/contract/facts'
import { requestDecisions } from '@tianping/contract/staff/facts'

export type Request = ConsoleRowOf<'POST /api/console/staff/requests'>

/** The name of the operator or role, without the kind before it. */
export const subjectOf = ({ subject }: Request): string => subject.replace(/^\w+:/, '')

/** How a decided request ended. */
export const outcomeOf = ({ state }: Request): string => decisionOf(requestDecisions, state)
