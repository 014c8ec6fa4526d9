import { useEffect, useRef, type ReactNode } from 'react'
import { Alert } from '../../ui/Card.tsx'

/** Why the server refused a form when no single field is to blame; it comes into sight by itself. */
export function Refusal({ text, children }: { text: string; children?: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'center' })
  }, [text])
  return <div ref={element}><Alert kind="red">{text}{children}</Alert></div>
}
