import type { ConsoleGiven } from '@tianping/contract/console'

export type Member = ConsoleGiven<'POST /api/console/members/show'>
export type Unmasked = ConsoleGiven<'POST /api/console/members/unmask'>

/** What every tab is drawn from; `clear` holds the data in full once somebody asked for them. */
export type MemberTabProps = { member: Member; clear: Unmasked | null }
