import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layer/Dialog.tsx'
import { useDismissed } from './useDismissed.ts'
import css from './home.module.css'

/** It waits until home is on the screen: a greeting is no reason to keep people from it. */
const delayMs = 800

/** The greeting with the operator's own text, once per visit. The text is cleaned by the server. */
export function Welcome({ title, html }: { title: string; html: string }) {
  const [closed, close] = useDismissed('welcome')
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (closed) return
    const timer = setTimeout(() => setDue(true), delayMs)
    return () => clearTimeout(timer)
  }, [closed])
  return (
    <Dialog
      open={due && !closed}
      title={`欢迎来到${title}`}
      onClose={close}
      picture="/art/welcome.webp"
      buttons={<Button onClick={close}>知道了</Button>}
    >
      <div className={css.rich} dangerouslySetInnerHTML={{ __html: html }} />
    </Dialog>
  )
}
