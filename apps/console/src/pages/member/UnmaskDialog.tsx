import { Alert, Button, Input } from 'antd'
import { useAction } from '../../app/useAction.ts'
import { call } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { Dialog } from '../shared/Dialog.tsx'
import type { Unmasked } from './memberTab.ts'
import css from './member.module.css'

const reasons = ['核对取款收款人', '会员来电核实身份', '风险调查']

type UnmaskProps = {
  id: number
  username: string
  onShow: (clear: Unmasked) => void
  onClose: () => void
}

/**
 * Asks why before personal data are shown in full; the look and its reason go into the audit log.
 */
export function UnmaskDialog({ id, username, onShow, onClose }: UnmaskProps) {
  const [remark, setRemark] = useDraft(`unmask/${id}`)
  const unmask = useAction({
    mutationFn: () => call('POST /api/console/members/unmask', { id, remark: remark.trim() }),
    meta: { inPlace: true },
    onSuccess: clear => {
      setRemark('')
      onShow(clear)
      onClose()
    },
  })
  return (
    <Dialog title="查看完整资料" width={460} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (remark.trim() && !unmask.isPending) unmask.mutate()
        }}
      >
        <p>
          将显示 <b>{username}</b>{' '}
          的姓名、手机、邮箱与收款账号全文。本次查看会连同原因记入审计日志，离开此页后重新隐藏。
        </p>
        <Reason value={remark} onChange={setRemark} />
        {unmask.error && <Alert type="error" showIcon title={unmask.error.message} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            htmlType="submit"
            loading={unmask.isPending}
            disabled={!remark.trim()}
          >
            确认查看
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Reason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <>
      <label>
        <span>查看原因（必填）</span>
        <Input
          value={value}
          maxLength={200}
          autoFocus
          onChange={event => onChange(event.target.value)}
        />
      </label>
      <div className={css.reasons}>
        {reasons.map(reason => (
          <Button key={reason} size="small" onClick={() => onChange(reason)}>
            {reason}
          </Button>
        ))}
      </div>
    </>
  )
}
