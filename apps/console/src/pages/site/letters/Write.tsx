import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { amend, useAddress } from '../../../app/address.ts'
import { useParam } from '../../../app/params.ts'
import { call, callOnce } from '../../../app/api.ts'
import { writeDraft } from '../../../app/drafts.ts'
import { AudienceSize } from '../../../parts/segments/Audience.tsx'
import { useAction } from '../../../app/useAction.ts'
import { LetterCheck, ServiceCheck } from '../../../parts/adverts/OfferChecks.tsx'
import { EditDialog, type EditValues } from '../../../parts/dialogs/EditDialog.tsx'
import { PhonePreview } from '../../../parts/phone/PhonePreview.tsx'
import { staleProposals } from '../../../parts/settings/Waits.tsx'
import { useMessage } from '../../../ui/above.ts'
import {
  draftIn,
  draftOf,
  draftsCall,
  fieldsOf,
  goesToMany,
  initial,
  isOffer,
  segmentsCall,
  sentenceOf,
  sentIn,
  valuesOf,
  type Draft,
} from './form.ts'
import css from '../site.module.css'

const segmentIn = (v: EditValues) => (v['audience'] === 'segment' ? Number(v['segment']) : 0)

/** The letter on a phone, and what speaks against an offer. */
function Preview({ values }: { values: EditValues }) {
  const letter = { title: String(values['title']), html: String(values['content']) }
  return (
    <div className={css.preview}>
      <AudienceSize segment={segmentIn(values)} use="sent" />
      <PhonePreview {...letter} />
      {isOffer(values) ? <LetterCheck values={values} {...letter} /> : <ServiceCheck {...letter} />}
    </div>
  )
}

function useSending(kept: string, draft: Draft | null, onDone: () => void) {
  const cache = useQueryClient()
  const message = useMessage()
  const drafts = () => cache.invalidateQueries({ queryKey: [draftsCall] })
  const done = (said: string) => {
    writeDraft(kept, '')
    onDone()
    void message.success(said)
  }
  const send = useAction({
    mutationFn: (v: EditValues) => callOnce('POST /api/console/messages/send', sentIn(v, draft)),
    meta: { inPlace: true },
    onSuccess: sent =>
      done(sent.waits ? '已提交，等待另一位同事审批' : `已发给 ${sent.recipients ?? 0} 名会员`),
    onSettled: () => Promise.all([staleProposals(cache), drafts()]),
  })
  const save = useAction({
    mutationFn: (v: EditValues) => callOnce('POST /api/console/letters/save', draftIn(v, draft)),
    meta: { inPlace: true },
    onSuccess: () => done('已存为草稿'),
    onSettled: drafts,
  })
  return { send, save }
}

/** The form of a letter: sent or submitted, or kept as a draft that colleagues see. */
export function LetterDialog({
  draft,
  segment,
  onClose,
}: {
  draft: Draft | null
  /** Whom a new letter is begun for; empty for nobody yet. */
  segment: string
  onClose: () => void
}) {
  const segments = useQuery({
    queryKey: [segmentsCall],
    queryFn: ({ signal }) => call(segmentsCall, {}, signal),
  })
  const kept = draft ? `message/draft/${draft.draft_id}/${draft.version}` : draftOf(segment)
  const { send, save } = useSending(kept, draft, onClose)
  const begun = segment ? { ...initial, audience: 'segment', segment } : initial
  return (
    <EditDialog
      title={draft ? '继续写站内信' : '写站内信'}
      draft={kept}
      fields={fieldsOf(segments.data ?? [])}
      initial={draft ? valuesOf(draft) : begun}
      sentence={sentenceOf}
      preview={v => <Preview values={v} />}
      confirm="确认发送"
      also={{ text: '存为草稿', when: goesToMany, busy: save.isPending, run: save.mutate }}
      busy={send.isPending}
      error={send.error ?? save.error}
      onSave={send.mutate}
      onClose={onClose}
    />
  )
}

/** A new message; what was typed is kept until it is sent. */
export function Write() {
  const { path } = useAddress()
  const segment = useParam('segment')
  const [writing, write] = useState(segment !== '')
  const close = () => {
    write(false)
    if (segment) amend(path, () => 'tab=messages')
  }
  return (
    <>
      <Button type="primary" onClick={() => write(true)}>
        写站内信
      </Button>
      {writing && <LetterDialog draft={null} segment={segment} onClose={close} />}
    </>
  )
}
