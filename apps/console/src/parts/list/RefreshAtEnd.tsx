import { Refresh } from '../../ui/Refresh.tsx'

type Refreshable = { refreshing: boolean; refresh(): void }

/** The button that reads a list anew, at the end of its row of tools. */
export const RefreshAtEnd = ({ table }: { table: Refreshable }) => (
  <>
    <span style={{ flex: 1 }} />
    <Refresh busy={table.refreshing} onClick={table.refresh} />
  </>
)
