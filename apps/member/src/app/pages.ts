import type { ComponentType } from 'react'
import HomePage from '../pages/home/HomePage.tsx'
import type { Path } from './paths.ts'

/**
 * The pages that stand. A route that is missing here shows 即将开放. Home comes with the first load, every other page
 * when it is first opened: `'/wallet': lazy(() => import('../pages/wallet/WalletPage.tsx'))`.
 */
export const pages: Partial<Record<Path, ComponentType>> = {
  '/': HomePage,
}
