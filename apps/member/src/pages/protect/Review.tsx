import { useAction } from '../../app/calls.ts'
import { dueCall } from '../../app/due/due.ts'
import { protectionCall } from '../../app/protection.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import css from './protect.module.css'

/** Twice a year: activity and limits are to be looked through. */
export function Review() {
  const { run, busy } = useAction('POST /api/protection/reviewed', {
    stale: [protectionCall, dueCall],
    done: () => toast('已记录，半年后再提醒您'),
  })
  return (
    <Card label="半年回顾" className={css.block}>
      <h2 className="t-17 b">回顾一下您的账户</h2>
      <p className="t-14 muted">请看看近期的净额与下面的限额，是否仍符合您的打算。</p>
      <Button kind="tonal" size={44} busy={busy} onClick={() => run({})}>
        已看过
      </Button>
    </Card>
  )
}
