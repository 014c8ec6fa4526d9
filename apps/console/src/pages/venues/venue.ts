import type { ConsoleGiven } from '@tianping/contract/console'

export type Venue = ConsoleGiven<'POST /api/console/venues/list'>[number]
