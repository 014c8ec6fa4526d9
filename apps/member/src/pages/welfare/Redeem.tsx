import { redeemRules } from '@tianping/contract/giveaways/rules'
import { Form, Submit } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import { useRedeem } from './useWelfare.ts'
import css from './welfare.module.css'

const empty = { code: '' }
/** Refusals about the code itself; the others are about the member or the offer. */
const ofRule = { code_known: 'code', code_uses: 'code', code_once: 'code' } as const

/** The code of an offer, typed in. */
export function Redeem() {
  const form = useForm({ empty, rule: redeemRules, ofRule })
  const action = useRedeem(form)
  return (
    <Card label="兑换码">
      <Form form={form} action={action} className={css.redeem}>
        <TextField
          {...form.field('code')}
          label="兑换码"
          placeholder="请输入兑换码"
          autoComplete="off"
          maxLength={40}
        />
        <Refusal form={form} />
        <Submit>兑换</Submit>
      </Form>
    </Card>
  )
}
