import { useQueryClient } from '@tanstack/react-query'
import { Button, type ButtonProps } from 'antd'
import { useState, type ReactNode } from 'react'
import type { ConsoleCallName } from '@tianping/contract/console'
import { useAction } from '../../app/useAction.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useMessage } from '../../ui/above.ts'
import { DecisionDialog, type Decision } from './DecisionDialog.tsx'
import css from './decision.module.css'

type Looks = 'danger' | 'size' | 'type' | 'disabled' | 'icon'

/**
 * A button that says what it will do before it does it. What was typed stays until it was done; an
 * action that takes no remark asks for none.
 */
export function ActionDialog<T>({
  children,
  decision,
  draft,
  action,
  done,
  stale,
  onDone,
  own = false,
  ...button
}: {
  children: ReactNode
  decision: Decision
  draft: string
  action: (remark: string) => Promise<T>
  /** What is said when it went well; the answer may have something to add. */
  done: string | ((answer: T) => string)
  /** Lists and details that show something else afterwards. */
  stale: ConsoleCallName[]
  onDone?: (answer: T) => void
  /** It answers what this operator did: the button is closed and says that it takes another. */
  own?: boolean
} & Pick<ButtonProps, Looks>) {
  const [open, setOpen] = useState(false)
  const cache = useQueryClient()
  const message = useMessage()
  const doing = useAction({
    mutationFn: action,
    meta: { inPlace: true },
    onSuccess: answer => {
      writeDraft(draft, '')
      setOpen(false)
      void message.success(typeof done === 'string' ? done : done(answer))
      onDone?.(answer)
    },
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  if (own) return <Closed button={button}>{children}</Closed>
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          doing.reset()
          setOpen(true)
        }}
      >
        {children}
      </Button>
      {open && (
        <DecisionDialog
          decision={{ ...decision, wordless: action.length === 0 }}
          draft={draft}
          over=""
          busy={doing.isPending}
          error={doing.error}
          onConfirm={doing.mutate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const Closed = ({
  button,
  children,
}: {
  button: Pick<ButtonProps, Looks>
  children: ReactNode
}) => (
  <span className={css.closed}>
    <Button {...button} disabled>
      {children}
    </Button>
    <small>须由另一位同事处理</small>
  </span>
)
