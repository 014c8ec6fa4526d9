import { Alert, Button, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { Failed } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
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
  const wordy = refusing || decision.required !== undefined
  const missing = wordy && !remark.trim()
  const unknown = error instanceof Failed && !error.certain
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
          if (!missing && !busy && !over) onConfirm(remark.trim())
        }}
      >
        <p className={refusing ? css.refuse : css.sentence}>{decision.sentence}</p>
        {decision.facts}
        {decision.warning && <Alert type="warning" showIcon title={decision.warning} />}
        <label className={css.label}>
          <span>
            {decision.label ??
              (refusing
                ? '拒绝原因（会员可见，必填）'
                : decision.required
                  ? `备注（必填：${decision.required}）`
                  : '备注（选填）')}
          </span>
          <Input
            value={remark}
            maxLength={remarkLimit}
            autoFocus={wordy}
            onChange={event => setRemark(event.target.value)}
          />
        </label>
        {decision.reasons && (
          <div className={css.reasons}>
            {decision.reasons.map(reason => (
              <Button key={reason} size="small" onClick={() => setRemark(reason)}>
                {reason}
              </Button>
            ))}
          </div>
        )}
        {over && <Alert type="info" showIcon title={over} />}
        {error && !(over && unknown) && (
          <Alert
            type="error"
            showIcon
            title={error.message}
            description={
              unknown ? '操作可能已经生效。再按一次只会查明结果，不会重复执行。' : undefined
            }
          />
        )}
        <div className={css.buttons}>
          <Button onClick={onClose}>{over ? '关闭' : '取消'}</Button>
          <Button
            type="primary"
            htmlType="submit"
            danger={refusing}
            loading={busy}
            disabled={missing || over !== ''}
            autoFocus={!wordy}
          >
            {unknown && !over ? `重试：${decision.confirm}` : decision.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
