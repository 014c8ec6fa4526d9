import type { ReactNode } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { back } from '../routes/navigation.ts'
import { href } from '../routes/paths.ts'

/** Customer service, at the right of a header. */
export const ServiceLink = ({ label = '客服' }: { label?: string }) => (
  <a className="text-btn" href={href('/kefu')}>
    <Icon name="headset" size={20} />
    {label}
  </a>
)

/**
 * The header of all pages below the tabs: an arrow, the title, and what the page puts at its end.
 */
export const BackBar = ({
  title,
  service,
  end,
}: {
  title?: string
  service?: boolean
  end?: ReactNode
}) => (
  <header className={title === undefined ? 'bar' : 'bar bar--back'}>
    <IconButton icon="back" size={24} label="返回" onClick={back} />
    {title !== undefined && <h1>{title}</h1>}
    <div className="end">
      {end}
      {service && <ServiceLink />}
    </div>
  </header>
)
