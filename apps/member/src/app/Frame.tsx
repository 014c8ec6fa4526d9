import { useLayoutEffect, useState } from 'react'
import { ButtonLink } from '../ui/Button.tsx'
import { webAddress } from './wallet/webAddress.ts'

/**
 * What a framed page may do, and no more. No frame may lead the app itself away
 * (`allow-top-navigation`) or hold the member up with dialogs (`allow-modals`).
 */
const sandboxes = {
  /** A page to read. */
  reading: 'allow-scripts allow-same-origin allow-popups',
  /** A page to write in: the service desk's chat, the agents' site. */
  desk: 'allow-scripts allow-same-origin allow-forms allow-popups',
  /**
   * A page that starts a download or asks the phone's installer. Its own scripts are modules of its
   * origin.
   */
  download:
    'allow-scripts allow-same-origin allow-downloads allow-top-navigation-to-custom-protocols',
} as const

type Props = { title: string; src: string; may: keyof typeof sandboxes }

/**
 * Another site's page inside ours. The server allows the frames of the listed origins; one that
 * was listed after this page was opened is refused by the browser and opens
 * outside instead.
 */
export const Frame = (props: Props) =>
  // An address stored before the settings checked them may be anything.
  webAddress(props.src, location.href) === null ? null : <WebFrame {...props} />

function WebFrame({ title, src, may }: Props) {
  const [refused, setRefused] = useState(false)
  useLayoutEffect(() => {
    const { origin } = new URL(src, location.href)
    const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setRefused(true)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [src])
  if (!refused)
    return (
      <iframe
        className="frame"
        src={src}
        title={title}
        referrerPolicy="no-referrer"
        sandbox={sandboxes[may]}
      />
    )
  return (
    <div className="page">
      <ButtonLink block href={src}>
        打开{title}
      </ButtonLink>
    </div>
  )
}
