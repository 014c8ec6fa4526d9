import type { ConsoleGiven } from '@tianping/contract/console'
import { useQuery } from '@tanstack/react-query'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import css from './venues.module.css'

const name = 'POST /api/console/play/show'
const pollMs = 15_000

/** The switch of all play: one person turns it off, two turn it on again. */
export function PlaySwitch() {
  const { may } = useOperator()
  const { data: play } = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    refetchInterval: pollMs,
  })
  if (!play) return null
  const { open, proposal } = play
  const way = proposal ? null : <Resume />
  return (
    <Card title="全站游戏" extra={may('play.stop') && (open ? <Stop /> : way)}>
      <div className={css.switch}>
        <Status tone={open ? 'good' : 'bad'}>{open ? '开放' : '已停止'}</Status>
        <Since play={play} />
        {proposal && (
          <a href={href('/rules', { rule: 'play' })}>{proposal.proposed_by} 申请修改，等待批准</a>
        )}
      </div>
    </Card>
  )
}

/** Who turned it last, and what still has to end. */
function Since({ play }: { play: ConsoleGiven<typeof name> }) {
  const { open, ending, changed_by, changed_at, note } = play
  return (
    <>
      {changed_by && (
        <span className={css.quiet}>
          {changed_by} 于 {changed_at} {open ? '恢复' : '停止'}：{note}
        </span>
      )}
      {ending > 0 && <span className={css.quiet}>正在结束 {ending} 个游戏</span>}
    </>
  )
}

const stale = [name, 'POST /api/console/rules/list'] as const

const Stop = () => (
  <ActionDialog
    danger
    draft="play/stop"
    decision={{
      title: '停止全站游戏',
      sentence:
        '立即生效：所有会员不能进入游戏，也不能转入场馆；进行中的游戏由场馆结束。存款、取款与转回不受影响。恢复须由两位同事完成。',
      label: '原因',
      required: '请填写原因',
      confirm: '停止全站游戏',
    }}
    action={remark => callOnce('POST /api/console/play/stop', { remark })}
    done="已停止全站游戏"
    stale={[...stale]}
  >
    停止全站游戏
  </ActionDialog>
)

const Resume = () => (
  <ActionDialog
    type="primary"
    draft="play/resume"
    decision={{
      title: '申请恢复全站游戏',
      sentence: '提交后由另一位同事在“规则”中批准，批准时恢复。',
      label: '原因',
      required: '请填写原因',
      confirm: '提交申请',
    }}
    action={remark => callOnce('POST /api/console/play/resume', { remark })}
    done="已提交，等待另一位同事批准"
    stale={[...stale]}
  >
    申请恢复
  </ActionDialog>
)
