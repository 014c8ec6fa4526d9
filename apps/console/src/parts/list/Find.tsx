import { Refresh } from '../../ui/Refresh.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'

/** What a list is asked for: who or what is looked for, and everything anew. */
type Findable = {
  filters: { q: string }
  set(some: { q: string }): void
  refreshing: boolean
  refresh(): void
}

export function Find({ table, ...box }: { table: Findable; placeholder: string; width?: number }) {
  return (
    <>
      <SearchBox {...box} value={table.filters.q} onSearch={q => table.set({ q })} />
      <Refresh busy={table.refreshing} onClick={table.refresh} />
    </>
  )
}
