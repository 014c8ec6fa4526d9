import { useEffect, useRef, type ReactNode } from 'react'
import { Alert } from '../../ui/Card.tsx'
import { WayOut, WhyRefused } from '../explain/Why.tsx'

type Props = {
  form: { errorAt: (field: '') => string | null; refusal: Error | null }
  children?: ReactNode
}

/**
 * Why the server refused a form: in words when no single field is to blame, then it comes into
 * sight by itself; and the way to the explanation, also when a field shows the words.
 */
export function Refusal({ form: { errorAt, refusal }, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const text = errorAt('')
  useEffect(() => {
    if (text !== null) element.current?.scrollIntoView({ block: 'center' })
  }, [text])
  if (text === null && refusal === null) return null
  return (
    <div ref={element}>
      {text !== null && (
        <Alert kind="red">
          {text}
          {children}
        </Alert>
      )}
      <WhyRefused error={refusal} />
      <WayOut error={refusal} />
    </div>
  )
}
