import { createContext, use, type ReactNode } from 'react'
import { ActionBar, Button } from '../../ui/Button.tsx'
import type { FormState } from './useForm.ts'

const Sending = createContext({ busy: false, disabled: false })

type Props<T extends object> = {
  form: Pick<FormState<T>, 'element' | 'submit'>
  /** What sends the values once they break no rule. */
  action: { run: (values: T) => void; busy: boolean }
  disabled?: boolean
  className?: string
  children: ReactNode
}

/** The element of a form. Its button is a `Submit` or a `SubmitBar` among the children. */
export const Form = <T extends object>({
  form,
  action: { run, busy },
  disabled = false,
  className,
  children,
}: Props<T>) => (
  <form
    ref={form.element}
    className={className}
    noValidate
    onSubmit={event => {
      event.preventDefault()
      if (!disabled) form.submit(run)
    }}
  >
    <Sending value={{ busy, disabled }}>{children}</Sending>
  </form>
)

/** The button of the form around it. */
export const Submit = ({ children }: { children: ReactNode }) => (
  <Button type="submit" block {...use(Sending)}>
    {children}
  </Button>
)

/** The same at the thumb, fixed at the bottom of the screen. */
export const SubmitBar = ({ children }: { children: ReactNode }) => (
  <ActionBar>
    <Submit>{children}</Submit>
  </ActionBar>
)
