import { shapes, type IconName } from './icons.ts'

type Props = { name: IconName; size?: 16 | 20 | 24 | 28; className?: string }

/**
 * One icon in the colour of the text around it. It is decoration: the name stands beside it or on
 * its button.
 */
export const Icon = ({ name, size = 24, className = '' }: Props) => (
  <svg
    className={`i${size === 24 ? '' : ` i--${size}`} ${className}`}
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: shapes[name] }}
  />
)
