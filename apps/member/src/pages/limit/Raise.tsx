import { useAction } from '../../app/calls.ts'
import { momentText, protectionCall, sizeText, type Limit } from '../../app/protection.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { Pairs } from '../../ui/List.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import css from './limit.module.css'

type Props = { limit: Limit; raise: NonNullable<Limit['raise']> }

const shown = (kind: Limit['kind'], size: number | null) =>
  size === null ? '不限' : sizeText(kind, size)

/** A raise that waits, or may be confirmed: two answers of equal weight, and none is no change. */
export function Raise({ limit: { kind, own }, raise }: Props) {
  const { run, busy } = useAction('POST /api/protection/limit/confirm', {
    stale: [protectionCall],
    done: ({ message }) => toast(message),
  })
  return (
    <div className="page">
      <Card label="待生效的调高" className={css.raise}>
        <div className="head">
          <h2>{raise.ready ? '24 小时已过，要调高吗？' : '待生效的调高'}</h2>
          <StateDot kind={raise.ready ? 'ok' : 'wait'}>
            {raise.ready ? '可以确认' : '等待中'}
          </StateDot>
        </div>
        <Pairs
          pairs={[
            { label: '现在', value: shown(kind, own) },
            { label: '调高到', value: shown(kind, raise.amount), strong: true },
            { label: '申请于', value: momentText(raise.asked_at) },
            { label: '可确认', value: `${momentText(raise.from)} 起` },
            { label: '不确认则作废', value: momentText(raise.until) },
          ]}
        />
        <div className={css.two}>
          <Button kind="tonal" size={44} busy={busy} onClick={() => run({ kind, agree: 0 })}>
            {raise.ready ? `保持 ${shown(kind, own)}` : '撤销这次调高'}
          </Button>
          {raise.ready && (
            <Button kind="tonal" size={44} busy={busy} onClick={() => run({ kind, agree: 1 })}>
              调高到 {shown(kind, raise.amount)}
            </Button>
          )}
        </div>
      </Card>
    </div>
  )
}
