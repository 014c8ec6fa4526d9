import { Alert, Button, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useDraft } from '../../app/drafts.ts'
import { ActionError, isUncertain } from './ActionError.tsx'
import css from './decision.module.css'

export type Decision = {
  title: string
  /** What will happen, in figures, as one sentence. */
  sentence: ReactNode
  facts?: ReactNode
  /** What speaks against it. */
  warning?: string | undefined
  confirm: string
  /** Why a word is required, when it is. */
  required?: string | undefined
  /** What is asked for instead of a remark, such as the reference of a payment. */
  label?: string | undefined
  /** Nothing is asked for, since nobody would read it. */
  wordless?: boolean
  /** Given for a refusal, which always needs its reason: these are offered. */
  reasons?: string[]
}

const remarkLimit = 200

/**
 * The last look before something is done. What was typed is kept until it is done, whatever becomes
 * of the dialog, and the server's word on why it was not done stands above it.
 */
export function DecisionDialog({
  decision,
  draft,
  over,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  decision: Decision
  draft: string
  /** How the item was decided meanwhile, when it was: there is nothing left to confirm. */
  over: string
  busy: boolean
  error: Error | null
  onConfirm: (remark: string) => void
  onClose: () => void
}) {
  const [remark, setRemark] = useDraft(draft)
  const refusing = decision.reasons !== undefined
  const wordy = isWordy(decision)
  const ready = over === '' && (!wordy || remark.trim() !== '')
  const problem = problemOf(error, over)
  const again = isUncertain(problem)
  return (
    <Modal
      open
      title={decision.title}
      width={460}
      centered
      destroyOnHidden
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (ready && !busy) onConfirm(remark.trim())
        }}
      >
        <p className={refusing ? css.refuse : css.sentence}>{decision.sentence}</p>
        {decision.facts}
        {decision.warning && <Alert type="warning" showIcon title={decision.warning} />}
        {!decision.wordless && <Remark decision={decision} text={remark} write={setRemark} />}
        {over && <Alert type="info" showIcon title={over} />}
        {problem && <ActionError error={problem} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>{over ? '关闭' : '取消'}</Button>
          <Button
            type="primary"
            htmlType="submit"
            danger={refusing}
            loading={busy}
            disabled={!ready}
            autoFocus={!wordy}
          >
            {again ? `重试：${decision.confirm}` : decision.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Where the item was decided meanwhile, it no longer matters what became of a lost answer. */
const problemOf = (error: Error | null, over: string) => (over && isUncertain(error) ? null : error)

/** Whether a word is required. */
const isWordy = ({ reasons, required }: Decision) => reasons !== undefined || required !== undefined

function remarkLabel({ label, reasons, required }: Decision): string {
  if (label !== undefined) return label
  if (reasons) return '拒绝原因（会员可见，必填）'
  return required ? `备注（必填：${required}）` : '备注（选填）'
}

/** The word on a decision, with the reasons that are offered for a refusal. */
function Remark({
  decision,
  text,
  write,
}: {
  decision: Decision
  text: string
  write: (text: string) => void
}) {
  return (
    <>
      <label className={css.label}>
        <span>{remarkLabel(decision)}</span>
        <Input
          value={text}
          maxLength={remarkLimit}
          autoFocus={isWordy(decision)}
          onChange={event => write(event.target.value)}
        />
      </label>
      {decision.reasons && (
        <div className={css.reasons}>
          {decision.reasons.map(reason => (
            <Button key={reason} size="small" onClick={() => write(reason)}>
              {reason}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
