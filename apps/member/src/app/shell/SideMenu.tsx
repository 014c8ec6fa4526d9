import { lazy, Suspense } from 'react'
import { Layer } from '../../ui/layer/Layer.tsx'
import css from './shell.module.css'

const Drawer = lazy(async () => ({ default: (await import('./Drawer.tsx')).Drawer }))

type Props = { open: boolean; onClose: () => void; title: string }

/** The menu that slides in from the left; what it holds comes with the first touch. */
export const SideMenu = ({ open, onClose, title }: Props) => (
  <Layer open={open} onClose={onClose} label="菜单">
    <Suspense fallback={<div className={`drawer ${css.drawer}`} aria-busy="true" />}>
      <Drawer title={title} />
    </Suspense>
  </Layer>
)
