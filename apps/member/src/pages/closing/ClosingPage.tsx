import type { Given } from '@tianping/contract'
import { PAY_PASSWORD_MAX } from '@tianping/contract/rule'
import { useState } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { ProofSheet } from '../../app/factor/ProofSheet.tsx'
import { href } from '../../app/routes/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Alert, Card, Steps } from '../../ui/Card.tsx'
import { PasswordField, TextArea } from '../../ui/field/Field.tsx'
import { Tick } from '../../ui/field/Tick.tsx'
import { Pairs } from '../../ui/List.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { useClose, useClosing } from './useClosing.ts'
import css from './closing.module.css'

type Closing = Given<'POST /api/closing'>

/** Closes the account: the request, then what is left to do until it is closed. */
export default function ClosingPage() {
  const answer = useClosing()
  const { data } = answer
  return (
    <main className="page stack">
      {answer.isError && !data && <FailedAnswer of={answer} />}
      {answer.isPending && <SkeletonRows rows={3} />}
      {data && (data.asked_at === '' ? <Ask closing={data} /> : <Under closing={data} />)}
    </main>
  )
}

const steps = [
  '停止存款与游戏，收回场馆余额',
  '取出余额，等待处理中的订单完成',
  '账户自动注销，不能再登录',
]

const Left = ({ closing: { cash, venues, pending } }: { closing: Closing }) => (
  <Card label="账户余额">
    <Pairs
      pairs={[
        { label: '中心钱包', value: `¥${yuanText(cash)}` },
        { label: '场馆余额', value: `¥${yuanText(venues)}` },
        ...pending.map(({ what, count }) => ({ label: what, value: `${count} 笔` })),
      ]}
    />
  </Card>
)

/** After the request: what is left, and the way to take it out. */
function Under({ closing }: { closing: Closing }) {
  const left = closing.cash > 0
  return (
    <>
      <Alert kind="blue">您于 {closing.asked_at.slice(0, 16)} 申请注销，已停止存款与游戏。</Alert>
      <Left closing={closing} />
      <Steps steps={steps} done={1} />
      {left ? (
        <ButtonLink href={href('/withdrawal', { closing: '1' })} block>
          取出余额
        </ButtonLink>
      ) : (
        <p className="t-13 muted">没有余额了。处理中的订单完成后，账户会自动注销。</p>
      )}
    </>
  )
}

function Ask({ closing }: { closing: Closing }) {
  const [pay, setPay] = useState('')
  const [reason, setReason] = useState('')
  const [sure, setSure] = useState(false)
  const [proving, setProving] = useState(false)
  const close = useClose(() => setProving(false))
  return (
    <>
      <Alert icon="warn">提交后立即停止存款与游戏，不能撤回；客服也不能恢复已注销的账户。</Alert>
      <Left closing={closing} />
      <Steps steps={steps} />
      <Card className={css.fields}>
        <TextArea
          label="注销原因（可不填）"
          placeholder="您的意见能帮助我们改进"
          maxLength={200}
          rows={3}
          value={reason}
          onChange={setReason}
        />
        <PasswordField
          label="支付密码"
          placeholder="请输入支付密码"
          autoComplete="off"
          inputMode="numeric"
          maxLength={PAY_PASSWORD_MAX}
          value={pay}
          onChange={setPay}
        />
        <Tick label="我了解注销后不能恢复" value={sure} onChange={setSure} />
        <Button kind="danger" block disabled={pay === '' || !sure} onClick={() => setProving(true)}>
          申请注销
        </Button>
      </Card>
      <p className={`t-13 muted ${css.foot}`}>
        只想休息一段时间？<a href={href('/protect')}>理性博彩</a>
        设置限额或暂停使用。注销后如需删除个人信息，请先在
        <a href={href('/dataRights')}>个人信息与权利</a>提交申请。
      </p>
      <ProofSheet
        open={proving}
        title="确认注销"
        lead="请验证登录密码"
        busy={close.busy}
        onProof={proof => close.run({ ...proof, paypassword: pay, reason })}
        onClose={() => setProving(false)}
      />
    </>
  )
}
