import { useDue } from '../../app/due/due.ts'
import { FundsNotice } from '../../app/due/FundsNotice.tsx'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { minutesText, useProtection, type Protection } from '../../app/protection.ts'
import { href } from '../../app/routes/paths.ts'
import { Alert, Card, Vault } from '../../ui/Card.tsx'
import { LinkRow, List } from '../../ui/List.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { BlockCard } from './BlockCard.tsx'
import { Limits } from './Limits.tsx'
import { Reality } from './Reality.tsx'
import { Review } from './Review.tsx'
import css from './protect.module.css'

/** Everything with which a member keeps play within bounds. */
export default function ProtectPage() {
  const answer = useProtection()
  return (
    <main className="page stack">
      {answer.isError && !answer.data && <FailedAnswer of={answer} />}
      {answer.isPending && <SkeletonRows rows={5} />}
      {answer.data && <Shown protection={answer.data} />}
    </main>
  )
}

const Shown = ({ protection }: { protection: Protection }) => (
  <>
    {protection.block && <BlockCard block={protection.block} />}
    <Net of={protection} />
    {protection.review_due && <Review />}
    <FundsCard />
    <Limits limits={protection.limits} />
    <List icons label="提醒与记录">
      <Reality reality={protection.reality} />
      <LinkRow
        icon="receipt"
        title="对账单"
        note="近 12 个月的存取与盈亏"
        href={href('/statement')}
      />
    </List>
    <List icons label="停下来">
      <LinkRow
        icon="clock"
        title="暂停投注"
        note="24 小时到 6 周，到期自动恢复"
        href={href('/exclude')}
      />
      <LinkRow
        icon="lock"
        title="自我排除"
        note="6 个月到永久，到期前不能解除"
        href={href('/exclude')}
      />
    </List>
    <List icons label="帮助">
      <LinkRow
        icon="help"
        title="责任博彩"
        note="风险、求助途径与全部工具"
        href={href('/boutBallBetInfo', { type: '8' })}
      />
      <LinkRow
        icon="chat"
        title="投诉与申诉"
        note="有编号与时限，并可交由独立机构"
        href={href('/complaints')}
      />
      {protection.help_url && (
        <LinkRow icon="globe" title="专业援助" note="站外链接" href={protection.help_url} />
      )}
    </List>
    <Alert kind="blue">这里的每项设置在所有设备和所有场馆同时生效。</Alert>
  </>
)

/** How far money is protected, until it is read. */
function FundsCard() {
  const funds = useDue()?.funds
  if (!funds) return null
  return (
    <Card label="资金保护说明">
      <h2 className="t-17 b">资金保护说明</h2>
      <FundsNotice funds={funds} onRead={() => toast('已确认')} />
    </Card>
  )
}

/** What was won or lost leads, signed and in one colour: it is no score. */
const Net = ({ of: { today, week, month, played_today } }: { of: Protection }) => (
  <Vault label="净额">
    <p className="sub">今天净额</p>
    <Money yuan={today.net} size={34} signed />
    <p className="sub">
      投注 ¥{yuanText(today.stake)}，派彩 ¥{yuanText(today.payout)}
    </p>
    <div className={css.parts}>
      <div>
        <p className="sub">本周</p>
        <Money yuan={week.net} size={17} signed />
      </div>
      <div>
        <p className="sub">本月</p>
        <Money yuan={month.net} size={17} signed />
      </div>
      <div>
        <p className="sub">今天时长</p>
        <span className="fig fig--17">{minutesText(played_today)}</span>
      </div>
    </div>
  </Vault>
)
