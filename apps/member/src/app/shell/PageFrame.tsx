import type { ReactNode } from 'react'
import { SkeletonRows } from '../../ui/states.tsx'
import { specOf, titleOf, type Path } from '../routes/paths.ts'
import { BackBar } from './BackBar.tsx'
import { useTabOf } from './TabBar.tsx'
import { MainBar } from './MainBar.tsx'

/** The phone column of one page with its header, as the route table has it. */
export function PageFrame({
  path,
  query,
  children,
}: {
  path: Path
  query: string
  children: ReactNode
}) {
  const spec = specOf(path)
  const tab = useTabOf(path)
  return (
    <div className={tab === undefined ? 'app' : 'app app--tabs'} tabIndex={-1}>
      {spec.header === 'main' && <MainBar />}
      {spec.header === 'back' && <BackBar title={titleOf(path, query)} service={spec.service} />}
      {children}
    </div>
  )
}

/** Stands while a page's code is on its way. */
export const PageWaiting = () => (
  <main className="page">
    <SkeletonRows />
  </main>
)
