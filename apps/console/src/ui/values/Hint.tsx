import { Tooltip } from 'antd'
import { useState, type ReactNode } from 'react'

type Props = { text: ReactNode; className?: string | undefined; children: ReactNode }

/**
 * Words with an explanation. Its bubble is made when the pointer first comes, since a table has
 * dozens of them.
 */
export function Hint({ text, className, children }: Props) {
  const [isMade, make] = useState(false)
  const [isOver, setOver] = useState(false)
  const enter = () => {
    make(true)
    setOver(true)
  }
  const words = <span className={className}>{children}</span>
  return (
    <span onPointerEnter={enter} onPointerLeave={() => setOver(false)}>
      {isMade ? (
        <Tooltip title={text} open={isOver}>
          {words}
        </Tooltip>
      ) : (
        words
      )}
    </span>
  )
}
