import type { Success } from '../../app/api.ts'
import { Form, Submit } from '../../app/form/Form.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { useConfirmTotp, type NewTotp } from './useSafety.ts'
import css from './safety.module.css'

type Done = (answer: Success<'POST /api/safety/totp/confirm'>) => void
type Props = { totp: NewTotp | null; onDone: Done; onClose: () => void }

/** The new secret, shown this once; it counts after a code of it came back. */
export const TotpSheet = ({ totp, onDone, onClose }: Props) => (
  <Sheet open={totp !== null} title="设置验证器" onClose={onClose}>
    {totp && <Setup totp={totp} onDone={onDone} />}
  </Sheet>
)

const missing = (code: string) =>
  /^\d{6}$/.test(code.replace(/\s/g, '')) ? null : { field: 'code', text: '请输入 6 位验证码' }

function Setup({ totp, onDone }: { totp: NewTotp; onDone: Done }) {
  const form = useForm({ empty: { code: '' }, rule: ({ code }) => missing(code) })
  const { run, busy } = useConfirmTotp(onDone)
  return (
    <Form form={form} action={{ busy, run }} className={css.sheet}>
      <p className="t-13 muted">
        用验证器应用扫描二维码，或在本机验证器中打开，也可手动输入密钥。然后填写它显示的验证码。
      </p>
      <img
        className={css.qr}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(totp.qr)}`}
        width={176}
        height={176}
        alt="验证器二维码"
      />
      <ButtonLink kind="tonal" size={44} href={totp.uri}>
        在本机验证器中打开
      </ButtonLink>
      <p className={css.secret}>
        <code>{totp.secret}</code>
        <CopyButton text={totp.secret} what="密钥" />
      </p>
      <TextField
        {...form.field('code')}
        label="验证码"
        placeholder="请输入 6 位验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
      />
      <Submit>启用</Submit>
    </Form>
  )
}
