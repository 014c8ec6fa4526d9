import type { ReactNode } from 'react'

const icon = (drawing: ReactNode) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {drawing}
  </svg>
)
export const BackIcon = () => icon(<path d="M15 5 8 12l7 7" />)
export const RulesIcon = () =>
  icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v6M12 7.2v.1" />
    </>,
  )
export const MenuIcon = () => icon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const HistoryIcon = () => icon(<path d="M7 4h11v16l-3-2-2.5 2-2.5-2-3 2zM10 9h5M10 13h5" />)
export const ShieldIcon = () => icon(<path d="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z" />)
export const SoundIcon = () =>
  icon(<path d="M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11" />)
export const MutedIcon = () => icon(<path d="M4 9v6h4l5 4V5L8 9zM16.5 9.5l5 5M21.5 9.5l-5 5" />)
export const CloseIcon = () => icon(<path d="M6 6l12 12M18 6 6 18" />)
export const RetryIcon = () =>
  icon(
    <>
      <path d="M20 12a8 8 0 1 1-2.4-5.7" />
      <path d="M20 4v4h-4" />
    </>,
  )
export const ClockIcon = () =>
  icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3.2 2" />
    </>,
  )
