import { tierLabel } from '@tianping/contract/verification/facts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { useVerification, type Verification } from '../../app/verification/useVerification.ts'
import { Alert, Vault } from '../../ui/Card.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { StateCard } from './StateCard.tsx'
import { Tiers } from './Tiers.tsx'
import css from './verification.module.css'

/** What can be withdrawn without another proof leads; then how things stand, and the tiers. */
export default function VerificationPage() {
  const answer = useVerification()
  const failed = answer.isError && !answer.data
  return (
    <main className="page stack">
      {failed && <FailedAnswer of={answer} />}
      {answer.isPending && <SkeletonRows rows={4} />}
      {answer.data && <Standing of={answer.data} />}
    </main>
  )
}

const Standing = ({ of }: { of: Verification }) => (
  <>
    <Leading of={of} />
    {of.held.count > 0 && (
      <Alert icon="clock">
        {of.held.count} 笔取款共 ¥{yuanText(of.held.amount)} 已受理，完成认证后放款。
      </Alert>
    )}
    <StateCard of={of} />
    <Tiers of={of} />
    <p className={css.foot}>
      证件加密保存，只有审核人员可以查看，每次查看都有记录，上传满 {of.keep_years} 年后删除。
    </p>
  </>
)

/** The sum of 30 days that the tier allows; without a limit there is none to name. */
function limitText({ tier, tiers, withdrawn }: Verification): string {
  const limit = tiers.find(each => each.tier === tier)?.withdrawal ?? null
  const used = `30 天内已取 ¥${yuanText(withdrawn)}`
  return limit === null
    ? `${tierLabel(tier)}，${used}`
    : `${tierLabel(tier)}，30 天可取 ¥${yuanText(limit)}，已取 ¥${yuanText(withdrawn)}`
}

const Leading = ({ of }: { of: Verification }) => (
  <Vault label="取款额度">
    <span className="sub">现在还可取款</span>
    <div className={css.lead}>
      {of.left === null ? (
        <span className="fig fig--34">不限额</span>
      ) : (
        <Money yuan={of.left} size={34} />
      )}
    </div>
    <span className="sub">{limitText(of)}</span>
  </Vault>
)
