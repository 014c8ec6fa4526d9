import { refresh, useAction } from '../../app/calls.ts'
import { confirm } from '../../ui/layer/confirm.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { yuanText } from '../../ui/Money.tsx'
import type { Requirement } from './useAudit.ts'

type Bonus = NonNullable<Requirement['bonus']>

/** Shows what is taken and what is freed, and gives the bonus up once the member agrees. */
export function useGiveUp() {
  const { run, busy } = useAction('POST /api/wageringaudit/giveup', {
    done: ({ message }) => toast(message),
    // A refusal may mean that the figures have changed.
    failed: () => void refresh('POST /api/wageringaudit'),
    stale: ['POST /api/wageringaudit', 'POST /api/balance', 'POST /api/getBetAmount'],
  })
  const giveUp = async (requirement: Requirement, bonus: Bonus) => {
    const sure = await confirm({
      title: '放弃彩金？',
      text: <Terms requirement={requirement} bonus={bonus} />,
      yes: '放弃',
      no: '保留',
      danger: true,
    })
    const { source, source_no } = requirement
    if (sure) run({ source, source_no, takes: bonus.takes })
  }
  return { giveUp, busy }
}

const Terms = ({ requirement, bonus }: { requirement: Requirement; bonus: Bonus }) => (
  <>
    {requirement.source_label} ¥{yuanText(bonus.amount)}，中心钱包将扣除 ¥{yuanText(bonus.takes)}
    <br />
    剩余流水要求 ¥{yuanText(requirement.missing)} 随即取消
    <br />
    所赢取的金额归您所有。已完成的流水不退回，放弃后不能恢复。
  </>
)
