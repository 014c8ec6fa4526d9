import type { Given } from '@tianping/contract'
import { termsArticle } from '@tianping/contract/consents/facts'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Tick } from '../../ui/field/Tick.tsx'
import { Dialog } from '../../ui/layer/Dialog.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { Article } from '../article/Article.tsx'
import { useAction } from '../calls.ts'
import css from './terms.module.css'

type Due = Given<'POST /api/consents/show'>['due'][number]

/** A text that was published since the member agreed: to be read, and agreed to. */
export function TermsDialog({ due: { kind, version, title, note } }: { due: Due }) {
  const [read, setRead] = useState(false)
  const [later, setLater] = useState(false)
  const give = useAction('POST /api/consents/give', {
    stale: ['POST /api/consents/show'],
    done: ({ message }) => toast(message),
  })
  return (
    <Dialog
      open={!later}
      title={`${title}已更新`}
      onClose={() => setLater(true)}
      buttons={
        <>
          <Button kind="quiet" onClick={() => setLater(true)}>
            稍后再看
          </Button>
          <Button disabled={!read} busy={give.busy} onClick={() => give.run({ kind, version })}>
            同意
          </Button>
        </>
      }
    >
      {note !== '' && <p>{note}</p>}
      <div className={css.text}>
        <Article type={termsArticle[kind]} />
      </div>
      <Tick label={`我已阅读并同意第 ${version} 版`} value={read} onChange={setRead} />
    </Dialog>
  )
}
