import type { ReactNode } from 'react'
import { Icon } from './picture/Icon.tsx'
import type { IconName } from './picture/icons.ts'

/** Rows on one surface; `icons` insets the lines between them. */
export const List = ({
  icons,
  label,
  children,
}: {
  icons?: boolean
  label?: string
  children: ReactNode
}) => (
  <div
    className={icons ? 'list list--icons' : 'list'}
    role={label ? 'group' : undefined}
    aria-label={label}
  >
    {children}
  </div>
)

type Content = { icon?: IconName; title: ReactNode; note?: ReactNode; end?: ReactNode }

const inside = ({ icon, title, note, end, go }: Content & { go: boolean }) => (
  <>
    {icon && <Icon name={icon} />}
    <span className="grow">
      {title}
      {note !== undefined && (
        <>
          <br />
          <span className="t-12 faint">{note}</span>
        </>
      )}
    </span>
    {end}
    {go && <Icon name="go" size={20} className="go" />}
  </>
)

/** A row that leads somewhere. */
export const LinkRow = ({ href, ...content }: Content & { href: string }) => (
  <a className="row" href={href}>
    {inside({ ...content, go: true })}
  </a>
)

/** A row that does something; `go` shows the arrow of a link. */
export const ButtonRow = ({
  onClick,
  go = false,
  ...content
}: Content & { onClick: () => void; go?: boolean }) => (
  <button type="button" className="row" onClick={onClick}>
    {inside({ ...content, go })}
  </button>
)

/** A row that only tells. */
export const Row = (content: Content) => (
  <div className="row">{inside({ ...content, go: false })}</div>
)

/** What is known, in pairs. */
export const Pairs = ({
  pairs,
  className = '',
}: {
  pairs: readonly { label: string; value: ReactNode; strong?: boolean }[]
  className?: string
}) => (
  <dl className={`pairs ${className}`}>
    {pairs.map(({ label, value, strong }, i) => (
      <div key={`${label}${i}`} className={strong ? 'total' : undefined}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
