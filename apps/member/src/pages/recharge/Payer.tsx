import { useState } from 'react'
import { BankField } from '../../app/wallet/BankField.tsx'
import { BankMark } from '../../app/wallet/BankMark.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import { Masked } from '../../ui/Money.tsx'
import { cardOf, type DepositFormState, type PayingCard } from './depositValues.ts'
import css from './recharge.module.css'

type Props = { form: DepositFormState; cards: readonly PayingCard[] }

/** Who pays and from where, for a bank transfer: by a bound card, or as typed. */
export function Payer({ form, cards }: Props) {
  const card = cardOf(form.values, cards)
  const branch = form.field('bank_address')
  return (
    <Card className={css.payer}>
      <h2 className="t-15">付款信息</h2>
      {cards.length > 0 && <From form={form} cards={cards} card={card} />}
      {!card && <Typed form={form} />}
      <TextField
        {...branch}
        value={branch.value ?? card?.bank_address ?? ''}
        label="开户行地址"
        placeholder="请输入开户行地址"
        autoComplete="off"
        maxLength={80}
      />
    </Card>
  )
}

type FromProps = Props & { card: PayingCard | undefined }

const OTHER = '0'

/** The bound card that the money comes from, filled in, and the way to another one. */
function From({ form, cards, card }: FromProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={css.from}>
        {card ? (
          <>
            <BankMark bank={card.bank} />
            <span className="grow">
              <span className="t-15">
                {card.bank} <Masked number={card.bank_no} groups={1} />
              </span>
              <span className="t-12 muted">户名 {card.bank_owner}，已填好，无需再输</span>
            </span>
          </>
        ) : (
          <span className="grow t-13 muted">从其他账户付款，请填写</span>
        )}
        <button type="button" className="text-btn text-btn--brand" onClick={() => setOpen(true)}>
          换一张
        </button>
      </div>
      <Picker
        open={open}
        title="从哪张卡付款"
        choices={[
          ...cards.map(each => ({
            key: String(each.id),
            label: each.bank,
            mark: <BankMark bank={each.bank} />,
            note: <Masked number={each.bank_no} />,
          })),
          { key: OTHER, label: '其他账户' },
        ]}
        value={card ? String(card.id) : OTHER}
        onChoose={key => form.set({ card: Number(key), bank_address: null })}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const Typed = ({ form }: Pick<Props, 'form'>) => (
  <>
    <TextField
      {...form.field('bank_owner')}
      label="存款人姓名"
      placeholder="请输入存款人姓名"
      autoComplete="name"
      maxLength={40}
      note="为及时到账，请务必输入正确的存款人姓名"
    />
    <BankField
      {...form.field('bank')}
      label="银行/机构类型"
      title="银行/机构类型"
      placeholder="请选择银行/机构类型"
    />
    <TextField
      {...form.field('bank_no')}
      label="账户号码"
      placeholder="请输入账户号码"
      inGroups
      inputMode="numeric"
      autoComplete="off"
      maxLength={40}
    />
  </>
)
