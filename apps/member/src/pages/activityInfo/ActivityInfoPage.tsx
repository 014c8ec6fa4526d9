import type { Given } from '@tianping/contract'
import { activityUse, applyState } from '@tianping/contract/activity/facts'
import { reviewState, type ReviewState } from '@tianping/contract/facts'
import { useApp } from '../../app/account.ts'
import { spanOf, standingOf } from '../../app/activitySpan.ts'
import { Refused } from '../../app/api.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { WhyRefused } from '../../app/explain/Why.tsx'
import { currentAddress } from '../../app/routes/navigation.ts'
import { href } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { useLoggedIn } from '../../app/session.ts'
import { BackBar } from '../../app/shell/BackBar.tsx'
import { ActionBar, Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { StateDot, Tag } from '../../ui/Chip.tsx'
import { Rich } from '../../ui/Rich.tsx'
import { share } from '../../ui/share.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Skeleton, SkeletonRows } from '../../ui/states.tsx'
import { idOf, isHeaded, unsaidOf, useActivity, useApply } from './useActivity.ts'
import css from './activityInfo.module.css'

/** One activity in full, and the way to apply for it. */
export default function ActivityInfoPage() {
  const id = idOf(useQueryOf('/activityInfo').id)
  return (
    <>
      <BackBar title="优惠详情" service end={id !== null && <Share id={id} />} />
      <main className="page">{id === null ? <Gone /> : <Detail id={id} />}</main>
    </>
  )
}

/** Passes the activity on, by the address that always works. */
function Share({ id }: { id: number }) {
  const base = (useApp()?.h5_url || location.origin).replace(/\/+$/, '')
  const title = useActivity(id).data?.title ?? '优惠活动'
  return (
    <IconButton
      icon="share"
      label="分享"
      onClick={() =>
        void share({ title, url: `${base}/${href('/activityInfo', { id: String(id) })}` })
      }
    />
  )
}

function Detail({ id }: { id: number }) {
  const activity = useActivity(id)
  const { data } = activity
  if (!data) return activity.isError ? <Missing of={activity} /> : <Coming />
  return (
    <article className="stack">
      <div className={css.pic}>
        <img src={data.banner} width={716} height={313} alt="" />
      </div>
      <div>
        <h2 className={css.title}>{data.title}</h2>
        <p className={css.meta}>
          <Tag kind="jade">进行中</Tag>
          <span className="t-13 muted">{spanOf(data)}</span>
        </p>
      </div>
      {data.content !== '' && (
        <Card>
          {!isHeaded(data.content) && <h3 className={css.head}>活动内容</h3>}
          <Rich html={data.content} />
        </Card>
      )}
      {data.memo !== '' && (
        <Card>
          {!isHeaded(data.memo) && <h3 className={css.head}>活动说明</h3>}
          <Rich html={data.memo} className={css.memo} />
        </Card>
      )}
      {unsaidOf(data).length > 0 && (
        <Card>
          <h3 className={css.head}>活动规则</h3>
          <ol className={css.terms}>
            {unsaidOf(data).map(term => (
              <li key={term}>{term}</li>
            ))}
          </ol>
        </Card>
      )}
      <Action activity={data} />
    </article>
  )
}

/**
 * The button reads 立即申请 for every member and rests while the rule would refuse; the line above it
 * says what there is to know before pressing it.
 */
function Action({ activity }: { activity: Given<'POST /api/activitydeatil'> }) {
  const held = useLoggedIn()
  const apply = useApply()
  const { use, again } = standingOf(activity)
  if (!held)
    return (
      <ActionBar>
        <ButtonLink href={href('/login', { redirect: currentAddress() })}>去登录</ButtonLink>
      </ActionBar>
    )
  return (
    <>
      {activity.apply === 0 ? (
        <Alert kind="blue">本活动无需申请，达到条件即可参与。</Alert>
      ) : (
        activity.apply_state !== applyState.none && (
          <p className={css.state}>
            <StateDot kind={states[activity.apply_state].kind}>
              {states[activity.apply_state].text}
            </StateDot>
          </p>
        )
      )}
      {use !== 'open' && (
        <p className={`t-13 muted ${css.use}`}>
          {[activityUse[use], again].filter(Boolean).join('，')}
        </p>
      )}
      <WhyRefused error={apply.error} atOnce />
      <p className={css.log}>
        <a className="link" href={href('/activityRecord')}>
          查看我的申请记录
        </a>
      </p>
      <ActionBar>
        <Button
          busy={apply.busy}
          disabled={use !== 'open'}
          onClick={() => apply.run({ activityid: activity.id })}
        >
          立即申请
        </Button>
      </ActionBar>
    </>
  )
}

/** The member's latest application by its state (P2-4-04). */
const states: Record<ReviewState, { text: string; kind: 'wait' | 'ok' | 'bad' }> = {
  [reviewState.waiting]: { text: '您的申请待审核', kind: 'wait' },
  [reviewState.approved]: { text: '您的申请已通过', kind: 'ok' },
  [reviewState.rejected]: { text: '您上次的申请被拒绝，原因见申请记录', kind: 'bad' },
}

/** Refused for good, or not answered this time. */
const Missing = ({ of: activity }: { of: ReturnType<typeof useActivity> }) =>
  activity.error instanceof Refused && activity.error.certain ? (
    <Gone title={activity.error.message} />
  ) : (
    <FailedAnswer of={activity} />
  )

const Gone = ({ title = '活动不存在或已结束' }: { title?: string }) => (
  <Empty
    title={title}
    next={
      <ButtonLink kind="tonal" size={44} href={href('/activity')}>
        看看其他优惠
      </ButtonLink>
    }
  />
)

const Coming = () => (
  <div className="stack" aria-busy="true">
    <div className={css.pic}>
      <i className="skel" />
    </div>
    <Skeleton width="72%" height="28px" />
    <SkeletonRows rows={4} />
  </div>
)
