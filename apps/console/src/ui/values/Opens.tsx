import type { ReactNode } from 'react'
import css from './opens.module.css'

type Props = { children: ReactNode; onClick: () => void; calm?: boolean }

/**
 * A figure that opens what it is made of; a calm one keeps the colour of the text around it. A
 * plain button, since a table has a hundred of them.
 */
export const Opens = ({ children, onClick, calm = false }: Props) => (
  <button type="button" className={calm ? css.calm : css.opens} onClick={onClick}>
    {children}
  </button>
)
