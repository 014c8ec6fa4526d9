import type { ReactNode } from 'react'
import css from './venues.module.css'

type NameProps = { picture: string; name: string; children: ReactNode }

/** A venue or game in its list: picture and name, with its code below. */
export function NameWithPicture({ picture, name, children }: NameProps) {
  return (
    <span className={css.venue}>
      <img src={picture} alt="" loading="lazy" />
      <span>
        <b>{name}</b>
        <small>{children}</small>
      </span>
    </span>
  )
}
