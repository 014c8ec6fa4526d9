import { useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { IconName } from '../picture/icons.ts'

export type Question = {
  title: string
  text: ReactNode
  yes?: string
  /** `null` leaves only one button: closing is then the same as agreeing. */
  no?: string | null
  danger?: boolean
  /** Stays until its button is pressed, and no other question takes its place. */
  firm?: boolean
  icon?: IconName
}
type Asked = Question & { open: boolean; answer: (yes: boolean) => void }

let asked: Asked | null = null
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
const show = (next: Asked) => {
  asked = next
  for (const watcher of watchers) watcher()
}

/**
 * Asks the member, and answers true for the action, false for everything else (also the back
 * gesture and Escape). A question that is still open when another is asked counts as refused; while
 * a firm one is open, the other one does.
 */
export function confirm(question: Question): Promise<boolean> {
  if (asked?.open && asked.firm) return Promise.resolve(false)
  asked?.answer(false)
  return new Promise(resolve => {
    const own: Asked = {
      ...question,
      open: true,
      answer: yes => {
        if (asked === own || asked?.answer === own.answer) show({ ...own, open: false })
        resolve(yes)
      },
    }
    show(own)
  })
}

/** Takes a firm question back that needs no answer any more. */
export const answerFirm = (yes: boolean) => {
  if (asked?.open && asked.firm) asked.answer(yes)
}

/** Where the questions appear; stands once at the root. */
export function Confirms() {
  const question = useSyncExternalStore(watch, () => asked)
  if (!question) return null
  const {
    open,
    title,
    text,
    yes = '确定',
    no = '取消',
    danger = false,
    firm,
    icon,
    answer,
  } = question
  return (
    <Dialog
      key={title}
      open={open}
      title={title}
      role="alertdialog"
      icon={icon}
      danger={danger}
      firm={firm}
      onClose={() => answer(no === null)}
      buttons={
        <>
          {no !== null && (
            <Button kind="quiet" onClick={() => answer(false)}>
              {no}
            </Button>
          )}
          <Button kind={danger && no !== null ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
