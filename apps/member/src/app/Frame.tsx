import { useLayoutEffect, useState } from 'react'
import { ButtonLink } from '../ui/Button.tsx'
import { webAddress } from './wallet/webAddress.ts'

type Props = { title: string; src: string; sandbox?: string }

/**
 * Another site's page inside ours. The server allows the frames of the configured addresses; an
 * address that was configured after this page was opened is refused by the browser and opens
 * outside instead.
 */
export const Frame = (props: Props) =>
  // An address stored before the settings checked them may be anything.
  webAddress(props.src, location.href) === null ? null : <WebFrame {...props} />

function WebFrame({ title, src, sandbox }: Props) {
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
        sandbox={sandbox}
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
