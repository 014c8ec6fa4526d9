import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import type { BatchState } from '@tianping/contract/cashier/facts'
import { saveBlob } from '../../parts/files/saveBlob.ts'
import type { Tone } from '../../ui/values/Status.tsx'

export type Shown = ConsoleGiven<'POST /api/console/payout-batches/show'>

/** What shows something else after an action on a batch. */
export const stale: ConsoleCallName[] = [
  'POST /api/console/payout-batches/list',
  'POST /api/console/payout-batches/show',
  'POST /api/console/payout-batches/choices',
  'POST /api/console/payouts/list',
  'POST /api/console/payees/list',
]

export const toneOf: Readonly<Record<BatchState, Tone>> = {
  built: 'waiting',
  approved: 'good',
  cancelled: 'plain',
}

/** Has the browser save a file that came as base64. */
export function saveFile({ filename, content }: { filename: string; content: string }) {
  const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0))
  saveBlob(filename, new Blob([bytes], { type: 'text/csv' }))
}
