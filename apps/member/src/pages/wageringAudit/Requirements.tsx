import { HowCome } from '../../app/explain/Why.tsx'
import { href } from '../../app/routes/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card, Progress, Vault } from '../../ui/Card.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { percentOf, type Audit, type Requirement } from './useAudit.ts'
import { useGiveUp } from './useGiveUp.tsx'
import css from './wageringAudit.module.css'

/**
 * What a withdrawal still waits for: the sum, and each requirement, oldest first, as turnover
 * serves them.
 */
export const Requirements = ({
  standing: { missing, requirements, weights, why },
  leaves,
}: {
  standing: Audit
  /** All goes out, whatever is missing. */
  leaves: boolean
}) => (
  <>
    <Vault label="还需流水">
      <p className="sub">还需有效投注</p>
      <Money yuan={missing} size={34} />
      <div className={css.foot}>
        <p className="sub">{wayOut(missing, requirements.length, leaves)}</p>
        {(missing <= 0 || leaves) && (
          <ButtonLink kind="glass" size={36} href={href('/withdrawal')}>
            去取款
          </ButtonLink>
        )}
      </div>
    </Vault>
    {requirements.length === 0 && <Weights weights={weights} />}
    {requirements.length > 0 && (
      <Card label="流水要求">
        <h2 className={css.title}>
          流水要求<small className="t-12 muted">按时间先后依次完成</small>
        </h2>
        <ol>
          {requirements.map(each => (
            <One key={`${each.source}${each.source_no}`} requirement={each} />
          ))}
        </ol>
        <Weights weights={weights} />
        <HowCome why={why} />
      </Card>
    )}
  </>
)

function wayOut(missing: number, requirements: number, leaves: boolean): string {
  if (missing <= 0) return '流水要求已全部完成，可以取款'
  return leaves ? '不影响您取出余额，无需再投注' : `完成 ${requirements} 项流水要求后即可取款`
}

/** What gifts count of some games; nothing is said while they count everything. */
const Weights = ({ weights }: Pick<Audit, 'weights'>) =>
  weights.length > 0 && (
    <p className={`t-12 muted ${css.weights}`}>
      彩金的流水按游戏比例计入：
      {weights.map(({ label, counts }) => `${label} ${counts}%`).join('、')}
      ，其他游戏 100%。存款的流水全部按 100% 计入。
    </p>
  )

const One = ({ requirement }: { requirement: Requirement }) => (
  <li className={css.one}>
    <p>
      <b className="t-15">{requirement.source_label}</b>
      <span className="t-13">
        还差 <b>¥{yuanText(requirement.missing)}</b>
      </span>
    </p>
    <Progress label={`${requirement.source_label}流水`} percent={percentOf(requirement)} />
    <p className="t-12 faint">
      <span>{requirement.opened_at.slice(0, 16)} 起</span>
      <span>
        {yuanText(requirement.counted)} / {yuanText(requirement.required)}
      </span>
    </p>
    {requirement.bonus && <BonusLine requirement={requirement} bonus={requirement.bonus} />}
  </li>
)

const validOf = ({ expires_at }: Requirement) =>
  expires_at === '' ? '长期有效' : `${expires_at.slice(0, 16)} 前有效`

/** What the bonus was, how long it stays, and the way out of it. */
function BonusLine({
  requirement,
  bonus,
}: {
  requirement: Requirement
  bonus: NonNullable<Requirement['bonus']>
}) {
  const { giveUp, busy } = useGiveUp()
  return (
    <p className={`t-13 ${css.bonus}`}>
      <span className="muted">
        {requirement.title && `${requirement.title} · `}彩金 ¥{yuanText(bonus.amount)} ·{' '}
        {validOf(requirement)}
      </span>
      <Button kind="quiet" size={36} busy={busy} onClick={() => void giveUp(requirement, bonus)}>
        放弃彩金
      </Button>
    </p>
  )
}
