import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Pairs } from '../../ui/List.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useReceivers } from './useRecharge.ts'
import css from './recharge.module.css'

/** A card number in groups of four, as it stands on the card. */
const inFours = (number: string) =>
  /^\d{12,}$/.test(number) ? number.replace(/(\d{4})(?=\d)/g, '$1 ') : number

/** The platform's accounts to pay to; every line can be copied. */
export function Receivers() {
  const receivers = useReceivers()
  const accounts = receivers.data
  if (!accounts)
    return receivers.isError ? (
      <FailedAnswer of={receivers} />
    ) : (
      <Skeleton height="244px" radius={16} />
    )
  return (
    <Card className={css.receivers}>
      <h2 className="t-15">转账到以下账户</h2>
      {accounts.length === 0 && <p className="note">空空如也，暂无收款账户，请联系人工客服</p>}
      {accounts.map(({ id, bank_no, bank_owner, bank_address, bank_data }) => (
        <Pairs
          key={id}
          className={css.account}
          pairs={[
            {
              label: '收款账号',
              value: (
                <>
                  <b>{inFours(bank_no)}</b>
                  <CopyButton short text={bank_no} what="收款账号" />
                </>
              ),
            },
            {
              label: '银行户名',
              value: (
                <>
                  {bank_owner}
                  <CopyButton short text={bank_owner} what="银行户名" />
                </>
              ),
            },
            {
              label: '开户行',
              value: (
                <>
                  {bank_data.bank_name}
                  <CopyButton short text={bank_data.bank_name} what="开户行" />
                </>
              ),
            },
            {
              label: '银行地址',
              value: (
                <>
                  {bank_address}
                  <CopyButton short text={bank_address} what="银行地址" />
                </>
              ),
            },
          ]}
        />
      ))}
    </Card>
  )
}
