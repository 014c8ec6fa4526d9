import type { ConsoleSent } from '@tianping/contract/console'
import { sheetFields, type SheetCall } from '@tianping/contract/figures/facts'
import { useOperator } from '../../app/session/operator.ts'
import { ExportButton } from '../../parts/list/ListTools.tsx'

type Props<N extends SheetCall> = { name: N; sent: ConsoleSent<N>; rows: number }

/** A report that is no list as a file, as it is shown. */
export function SheetButton<N extends SheetCall>({ name, sent, rows }: Props<N>) {
  const { may } = useOperator()
  if (!may('export.run')) return null
  const sample = Object.fromEntries(sheetFields[name].map(field => [field, null]))
  return <ExportButton listed={{ list: name, sent, sample, total: rows, hidden: [] }} />
}
