import { limitRules } from '@tianping/contract/protection/rules'
import { useState } from 'react'
import { useAction } from '../calls.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/useForm.ts'
import { onboardingCall } from '../onboarding.ts'
import { protectionCall, useProtection } from '../protection.ts'
import { Button } from '../../ui/Button.tsx'
import { AmountField } from '../../ui/field/AmountField.tsx'
import { confirm } from '../../ui/layer/confirm.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import css from './limitPrompt.module.css'

const kind = 'deposit_day'

/**
 * Before the first deposit the member is asked for a limit; `before` runs what was to be sent once
 * that is answered, at once for everybody else.
 */
export function useLimitPrompt() {
  const protection = useProtection(60_000)
  const [waiting, wait] = useState<(() => void) | null>(null)
  const [answered, answer] = useState(false)
  const go = () => {
    answer(true)
    wait(null)
    waiting?.()
  }
  return {
    before: async (send: () => void) => {
      // Who presses before the answer is here is asked too.
      const { data } = protection.data
        ? protection
        : await protection.refetch({ cancelRefetch: false })
      if (data?.prompt && !answered) wait(() => send)
      else send()
    },
    prompt: (
      <LimitPrompt
        open={waiting !== null}
        next="设置并继续存款"
        onClose={() => wait(null)}
        onAnswered={go}
      />
    ),
  }
}

type Props = { open: boolean; next: string; onClose: () => void; onAnswered: () => void }

/** The question for a limit of deposits; `next` says what its button does. */
export const LimitPrompt = ({ open, next, onClose, onAnswered }: Props) => (
  <Sheet open={open} title="先设一个存款限额？" onClose={onClose}>
    {open && <Asking next={next} onAnswered={onAnswered} />}
  </Sheet>
)

function Asking({ next, onAnswered }: Pick<Props, 'next' | 'onAnswered'>) {
  const form = useForm({
    empty: { amount: '' },
    rule: values =>
      values.amount === ''
        ? { field: 'amount', text: '请输入限额' }
        : limitRules({ kind, ...values }),
  })
  const answer = useAction('POST /api/protection/prompt', {
    stale: [protectionCall, onboardingCall],
  })
  const limit = useAction('POST /api/protection/limit', {
    done: ({ message }) => {
      toast(message)
      answer.run({ answer: 'limit' })
      onAnswered()
    },
    failed: form.refused,
  })
  const skip = async () => {
    const yes = await confirm({
      title: '暂不设限额？',
      text: '下次存款前会再问您一次，也可以随时在“理性博彩”中设置。',
      yes: '暂不设置',
      no: '返回',
    })
    if (!yes) return
    answer.run({ answer: 'skip' })
    onAnswered()
  }
  return (
    <Form
      form={form}
      action={{ busy: limit.busy, run: v => limit.run({ kind, ...v }) }}
      className={css.prompt}
    >
      <p className="t-14 muted">
        达到限额后当日不能再存款。限额立即生效；以后调低随时生效，调高要等 24 小时。
      </p>
      <AmountField {...form.field('amount')} label="每日存款限额" />
      <Button type="submit" block busy={limit.busy}>
        {next}
      </Button>
      <button type="button" className="text-btn" onClick={() => void skip()}>
        暂不设置
      </button>
    </Form>
  )
}
