import { DECIDE_DAYS } from '@tianping/contract/protection/facts'
import { earlierRules } from '@tianping/contract/protection/rules'
import { useState } from 'react'
import { useAction } from '../../app/calls.ts'
import { Form } from '../../app/form/Form.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { protectionCall } from '../../app/protection.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextArea } from '../../ui/field/Field.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import css from './protect.module.css'

/** Where the site allows it: reasons for an earlier end, which two operators look at. */
export function Earlier() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" size={44} onClick={() => setOpen(true)}>
        申请提前解除
      </Button>
      <Sheet open={open} title="申请提前解除" onClose={() => setOpen(false)}>
        <Ask onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function Ask({ onDone }: { onDone: () => void }) {
  const action = useAction('POST /api/protection/earlier', {
    stale: [protectionCall],
    done: ({ message }) => {
      toast(message)
      onDone()
    },
  })
  const form = useForm({ empty: { reason: '', password: '' }, rule: earlierRules })
  return (
    <Form form={form} action={action} className={css.sheet}>
      <p className="t-14 muted">
        由两位工作人员在 {DECIDE_DAYS} 天内决定。同意后还须等候：有期限的 24 小时，永久的 7 天。
      </p>
      <TextArea {...form.field('reason')} label="理由" rows={5} maxLength={1000} />
      <PasswordField {...form.field('password')} label="登录密码" autoComplete="current-password" />
      <Button type="submit" kind="tonal" block busy={action.busy}>
        提交申请
      </Button>
    </Form>
  )
}
