import type { ReactNode } from 'react'
import { Picture } from './picture/Picture.tsx'
import { pictures, type PictureName } from './picture/pictures.ts'

type EmptyProps = { picture?: PictureName; title?: string; children?: ReactNode; next?: ReactNode }

/** Nothing here yet: a picture, the text, and what to do next (`next` is a button or a link). */
export const Empty = ({ picture = 'records', title = '空空如也', children, next }: EmptyProps) => (
  <section className="card blank">
    <Picture shapes={pictures[picture]} />
    <h2>{title}</h2>
    {children !== undefined && <p>{children}</p>}
    {next}
  </section>
)
