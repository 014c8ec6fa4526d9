import type { ConsoleGiven } from '@tianping/contract/console'

export type Today = ConsoleGiven<'POST /api/console/today'>
