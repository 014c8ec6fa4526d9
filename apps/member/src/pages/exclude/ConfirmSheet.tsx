import { EXCLUSION_WORD, exclusions, timeouts } from '@tianping/contract/protection/facts'
import { exclusionRules, timeoutRules } from '@tianping/contract/protection/rules'
import { refreshUser } from '../../app/account.ts'
import { useAction } from '../../app/calls.ts'
import { Form } from '../../app/form/Form.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { protectionCall } from '../../app/protection.ts'
import { replaceWith } from '../../app/routes/navigation.ts'
import { addressOf } from '../../app/routes/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import type { Choice } from './choice.ts'
import css from './exclude.module.css'

/** `暂停投注 7 天`, `自我排除 1 年`. */
function nameOf(choice: Choice): string {
  if (choice.what === 'exclude') return `自我排除 ${exclusions[choice.term].label}`
  return `暂停投注 ${choice.term === '' ? `${choice.days} 天` : timeouts[choice.term].label}`
}

type Props = { choice: Choice | null; open: boolean; onClose: () => void }

/** The last question: a word for an exclusion, and the password. */
export const ConfirmSheet = ({ choice, open, onClose }: Props) => (
  <Sheet open={open} title={choice ? `确认${nameOf(choice)}` : '确认'} onClose={onClose}>
    {choice && <Confirm choice={choice} />}
  </Sheet>
)

function useBlocking() {
  const done = ({ message }: { message: string }) => {
    toast(message)
    void refreshUser()
    replaceWith(addressOf('/protect'))
  }
  const stale = [protectionCall, 'POST /api/balancelist'] as const
  const pause = useAction('POST /api/protection/timeout', { stale, done })
  const exclude = useAction('POST /api/protection/exclude', { stale, done })
  return {
    busy: pause.busy || exclude.busy,
    run: (choice: Choice, v: { word: string; password: string }) => {
      if (choice.what === 'exclude') return exclude.run({ term: choice.term, ...v })
      const days = choice.term === '' ? choice.days : ''
      return pause.run({ term: choice.term, days, password: v.password })
    },
  }
}

function Confirm({ choice }: { choice: Choice }) {
  const blocking = useBlocking()
  const excludes = choice.what === 'exclude'
  const form = useForm({
    empty: { word: '', password: '' },
    rule: v =>
      excludes
        ? exclusionRules(v)
        : timeoutRules({
            term: choice.term,
            days: choice.term === '' ? choice.days : '',
            password: v.password,
          }),
  })
  return (
    <Form
      form={form}
      action={{ busy: blocking.busy, run: v => blocking.run(choice, v) }}
      className={css.sheet}
    >
      <p className="t-14 muted">
        按下后立即生效。全部场馆同时停止，余额自动回到中心钱包，取款照常。
        {excludes && '到期后不会自动恢复。'}
      </p>
      {excludes && (
        <TextField
          {...form.field('word')}
          label={`请输入“${EXCLUSION_WORD}”`}
          autoComplete="off"
          maxLength={10}
        />
      )}
      <PasswordField {...form.field('password')} label="登录密码" autoComplete="current-password" />
      <Button type="submit" kind="danger" block busy={blocking.busy}>
        立即{nameOf(choice)}
      </Button>
    </Form>
  )
}
