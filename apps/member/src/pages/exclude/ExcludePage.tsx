import {
  exclusions,
  timeouts,
  type ExclusionTerm,
  type TimeoutTerm,
} from '@tianping/contract/protection/facts'
import { useState } from 'react'
import { useProtection } from '../../app/protection.ts'
import { ActionBar, Button } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import { LinkRow, List } from '../../ui/List.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { brokenDays, type Choice } from './choice.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import css from './exclude.module.css'

const stops = ['存款与转入场馆', '一切投注', '红包、返水、优惠', '营销消息', '重新注册']
/** Of an exclusion alone: a break takes nothing. */
const BONUS_ENDS =
  '自我排除后，未完成流水的彩金收回本金（最多为剩余的部分），' +
  '所赢取的金额归您，流水要求随之取消。'
const goesOn = ['取款，不限次数', '场馆余额自动回收', '未结注单照常结算', '对账单与记录', '客服']

/** A break and an exclusion are two things: one ends by itself, the other does not. */
export default function ExcludePage() {
  const [choice, choose] = useState<Choice | null>(null)
  const [asking, ask] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const change = (next: Choice) => {
    setWrong(null)
    choose(next)
  }
  /** Days of one's own are checked here, where they are typed. */
  const next = () => {
    const broken = choice && brokenDays(choice)
    setWrong(broken)
    if (broken) toast(broken, 'danger')
    else ask(true)
  }
  return (
    <main>
      <div className="page stack">
        <Card label="暂停投注" className={css.card}>
          <h2 className="t-17 b">暂停投注</h2>
          <p className="t-13 muted">想歇一歇。最长 6 周，到期自动恢复。</p>
          <Breaks choice={choice} wrong={wrong} onChoose={change} />
        </Card>
        <Card label="自我排除" className={css.card}>
          <h2 className="t-17 b">自我排除</h2>
          <p className="t-13 muted">想停下来。到期后由您申请，再等 24 小时恢复。</p>
          <div className="quick" role="group" aria-label="自我排除的期限">
            {Object.entries(exclusions).map(([term, { label }]) => (
              <button
                key={term}
                type="button"
                aria-pressed={choice?.term === term}
                onClick={() => change({ what: 'exclude', term: term as ExclusionTerm })}
              >
                {label}
              </button>
            ))}
          </div>
        </Card>
        <Consequences />
        <p className="t-12 muted">{BONUS_ENDS}</p>
        <Alert icon="lock">生效后不能缩短，客服也不能提前解除。</Alert>
        <Elsewhere />
      </div>
      <ActionBar>
        <Button block disabled={choice === null} onClick={next}>
          下一步
        </Button>
      </ActionBar>
      <ConfirmSheet choice={choice} open={asking} onClose={() => ask(false)} />
    </main>
  )
}

/** Other sites are not ours to close: where to ask, and what software blocks them. */
function Elsewhere() {
  const blockers = useProtection().data?.blockers ?? []
  return (
    <>
      <Alert kind="blue">
        这里只停用本平台。其他平台可逐一申请，也可以使用所在地的自我排除登记与屏蔽软件。
      </Alert>
      {blockers.length > 0 && (
        <List icons label="其他平台与屏蔽软件">
          {blockers.map(({ name, url }) => (
            <LinkRow key={url} icon="globe" title={name} note="站外链接" href={url} />
          ))}
        </List>
      )}
    </>
  )
}

type Choosing = {
  choice: Choice | null
  wrong: string | null
  onChoose: (choice: Choice) => void
}

function Breaks({ choice, wrong, onChoose }: Choosing) {
  const own = choice?.what === 'timeout' && choice.term === ''
  return (
    <>
      <div className="quick" role="group" aria-label="暂停的时间">
        {Object.entries(timeouts).map(([term, { label }]) => (
          <button
            key={term}
            type="button"
            aria-pressed={choice?.term === term}
            onClick={() => onChoose({ what: 'timeout', term: term as TimeoutTerm })}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={own}
          onClick={() => onChoose({ what: 'timeout', term: '', days: '' })}
        >
          自选
        </button>
      </div>
      {own && (
        <TextField
          label="自选天数（1 至 42）"
          inputMode="numeric"
          maxLength={2}
          value={choice.days}
          error={wrong}
          onChange={days => onChoose({ what: 'timeout', term: '', days })}
        />
      )}
    </>
  )
}

const Consequences = () => (
  <Card className={css.both}>
    <div>
      <h3 className="t-14 b">会停止</h3>
      <ul className={css.stops}>
        {stops.map(each => (
          <li key={each}>
            <Icon name="close" size={16} />
            {each}
          </li>
        ))}
      </ul>
    </div>
    <div>
      <h3 className="t-14 b">不受影响</h3>
      <ul className={css.goesOn}>
        {goesOn.map(each => (
          <li key={each}>
            <Icon name="check" size={16} />
            {each}
          </li>
        ))}
      </ul>
    </div>
  </Card>
)
