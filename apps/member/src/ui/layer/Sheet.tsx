import type { ReactNode } from 'react'
import { IconButton } from '../Button.tsx'
import { Layer } from './Layer.tsx'

type Props = { open: boolean; title: string; onClose: () => void; children: ReactNode }

/** A panel that rises from the bottom. */
export const Sheet = ({ open, title, onClose, children }: Props) => (
  <Layer open={open} onClose={onClose} label={title}>
    <section className="sheet">
      <header>
        <h2>{title}</h2>
        <IconButton icon="close" label="关闭" onClick={onClose} className="flush" />
      </header>
      <div className="body">{children}</div>
    </section>
  </Layer>
)
