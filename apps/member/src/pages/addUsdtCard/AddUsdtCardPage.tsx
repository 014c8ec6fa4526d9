import type { Protocol } from '@tianping/contract/payments'
import { usdtBindRules, usdtOwnRules } from '@tianping/contract/cards/rules'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm, type FormState } from '../../app/form/useForm.ts'
import { href } from '../../app/routes/paths.ts'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { Alert, Card, Steps } from '../../ui/Card.tsx'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { Tick } from '../../ui/field/Tick.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { cardOf, useAddUsdtCard, type Address } from './useAddUsdtCard.ts'
import css from './addUsdtCard.module.css'

const protocols = [
  { key: 'TRC20', note: 'Tron，快，手续费低', shape: 'TRC20 地址以 T 开头，共 34 位' },
  { key: 'ERC20', note: 'Ethereum，更稳妥', shape: 'ERC20 地址以 0x 开头，共 42 位' },
] as const
const shapeOf = (protocol: Protocol) => protocols.find(({ key }) => key === protocol)?.shape
const empty: Address = { bank_owner: 'TRC20', bank_no: '', pay_pass: '', own: false }

export default function AddUsdtCardPage() {
  const form = useForm({
    empty,
    clean: values => ({ ...values, bank_no: values.bank_no.trim() }),
    rule: values => usdtBindRules(cardOf(values)) ?? usdtOwnRules(values),
    ofRule: { pay_password: 'pay_pass' },
    draft: { name: 'addUsdtCard', typed: ['bank_no'] },
  })
  const bind = useAddUsdtCard({ failed: form.refused, bound: form.clear })

  return (
    <Form form={form} action={bind} className="app--action">
      <main className="page stack">
        <AddressCard form={form} />
        <Refusal form={form} />
        <Card>
          <Steps steps={['绑定协议地址', '交易所划转', '完成取款']} done={1} />
        </Card>
        <Alert kind="blue" icon="shield">
          TRC20 与 ERC20 地址不可互转，请与交易所核对后再绑定。
        </Alert>
        <ServiceAsk about="绑定" />
      </main>
      <SubmitBar>确认添加</SubmitBar>
    </Form>
  )
}

/** Protocol, address, the payment password that allows the binding, and whose address it is. */
function AddressCard({ form }: { form: FormState<Address> }) {
  const { bank_owner, bank_no } = form.values
  return (
    <Card className={css.form}>
      <div className={css.head}>
        <h2 className="t-15" id="protocol">
          钱包协议
        </h2>
        <a className="link" href={href('/usdtmore')}>
          了解更多
          <Icon name="go" size={16} />
        </a>
      </div>
      {/* Setting the address too takes away its error, which was about the other protocol. */}
      <Protocols value={bank_owner} onChoose={next => form.set({ bank_owner: next, bank_no })} />
      <TextField
        {...form.field('bank_no')}
        label="USDT地址"
        placeholder="请输入USDT地址"
        autoComplete="off"
        maxLength={64}
        note={shapeOf(bank_owner)}
        end={<Paste onText={text => form.set({ bank_no: text })} />}
      />
      <PasswordField
        {...form.field('pay_pass')}
        icon={null}
        label="支付密码"
        placeholder="请输入支付密码"
        autoComplete="off"
        maxLength={32}
      />
      <Tick
        {...form.field('own')}
        label="我确认该地址为本人所有"
        note="为保障资金安全，首次取款到新地址可能需要等待一段时间，以提交取款时的提示为准。"
      />
    </Card>
  )
}

function Protocols({
  value,
  onChoose,
}: {
  value: Protocol
  onChoose: (protocol: Protocol) => void
}) {
  return (
    <div className={css.protocols} role="radiogroup" aria-labelledby="protocol">
      {protocols.map(({ key, note }) => (
        <label key={key} className={css.protocol}>
          <input
            className="sr"
            type="radio"
            name="protocol"
            value={key}
            checked={key === value}
            onChange={() => onChoose(key)}
          />
          <b className="t-17">{key}</b>
          <span className="t-12 muted">{note}</span>
          {key === value && <Icon name="check" size={20} />}
        </label>
      ))}
    </div>
  )
}

/**
 * Takes the address from the clipboard: nobody types 34 characters. Only where the browser lets
 * pages read it.
 */
function Paste({ onText }: { onText: (text: string) => void }) {
  if (!navigator.clipboard?.readText) return null
  const paste = () =>
    void navigator.clipboard.readText().then(
      text => text.trim() && onText(text.trim().slice(0, 64)),
      () => undefined,
    )
  return (
    <button type="button" className={`text-btn ${css.paste}`} onClick={paste}>
      粘贴
    </button>
  )
}
