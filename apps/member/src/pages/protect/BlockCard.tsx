import { blockKinds } from '@tianping/contract/protection/facts'
import { useState } from 'react'
import { useAction } from '../../app/calls.ts'
import { dayText, momentText, protectionCall, type Protection } from '../../app/protection.ts'
import { Earlier } from './Earlier.tsx'
import { refreshUser } from '../../app/account.ts'
import { href } from '../../app/routes/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { PasswordField } from '../../ui/field/Field.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import css from './protect.module.css'

type Block = NonNullable<Protection['block']>

const ends = (block: Block) => {
  if (block.returns_at) return `已申请恢复，${momentText(block.returns_at)} 起可以使用`
  if (block.may_return && block.return_by_staff)
    return '期限已满。请先联系客服提出恢复，登记后再由您在此确认。'
  if (block.may_return) return '期限已满。需要由您申请，再等候后恢复。'
  if (block.until) return `到 ${dayText(block.until)} ${block.until.slice(11, 16)}`
  return '永久'
}

/** What has stopped the member, until when, and the way back where there is one. */
export function BlockCard({ block }: { block: Block }) {
  const [asking, ask] = useState<boolean | null>(null)
  return (
    <Card label={blockKinds[block.kind]} className={css.block}>
      <h2 className="t-17 b">{blockKinds[block.kind]}中</h2>
      <p className="t-14 muted">{ends(block)}</p>
      <p className="t-13 muted">
        不能存款、转入场馆与游戏；取款不受影响
        {block.may_end_earlier || block.earlier_decided_by ? '。' : '，客服也不能提前解除。'}
      </p>
      {block.earlier_decided_by && (
        <p className="t-13 muted">
          提前解除的申请正在处理，{dayText(block.earlier_decided_by)} 前答复。
        </p>
      )}
      <div className={css.two}>
        <ButtonLink kind="tonal" size={44} href={href('/withdrawal')}>
          去取款
        </ButtonLink>
        {block.may_return && !block.return_by_staff && (
          <Button kind="quiet" size={44} onClick={() => ask(true)}>
            申请恢复
          </Button>
        )}
        {block.may_return && block.return_by_staff && (
          <ButtonLink kind="quiet" size={44} href={href('/kefu')}>
            联系客服
          </ButtonLink>
        )}
        {block.may_end_earlier && <Earlier />}
        {block.returns_at && (
          <Button kind="quiet" size={44} onClick={() => ask(false)}>
            撤销申请
          </Button>
        )}
      </div>
      <ReturnSheet agree={asking} onClose={() => ask(null)} />
    </Card>
  )
}

/** The password, before a member comes back or stays away. */
function ReturnSheet({ agree, onClose }: { agree: boolean | null; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const action = useAction('POST /api/protection/return', {
    stale: [protectionCall],
    done: ({ message }) => {
      toast(message)
      setPassword('')
      onClose()
      void refreshUser()
    },
  })
  return (
    <Sheet open={agree !== null} title={agree ? '申请恢复' : '撤销恢复申请'} onClose={onClose}>
      <form
        className={css.sheet}
        onSubmit={event => {
          event.preventDefault()
          action.run({ agree: agree ? 1 : 0, password })
        }}
      >
        <PasswordField
          label="登录密码"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" kind="tonal" block busy={action.busy}>
          {agree ? '申请恢复' : '保持排除'}
        </Button>
      </form>
    </Sheet>
  )
}
