import { activityUse } from '@tianping/contract/activity/facts'
import { useState } from 'react'
import { spanOf, standingOf } from '../../app/activitySpan.ts'
import { href } from '../../app/routes/paths.ts'
import { ServiceLink } from '../../app/shell/BackBar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { allTypes, useActivities, useTypes, type Activity } from './useActivities.ts'
import { Tournaments } from './Tournaments.tsx'
import css from './activity.module.css'

/** What runs at present, by type. */
export default function ActivityPage() {
  const [type, setType] = useState(allTypes)
  const types = useTypes().data ?? []
  const list = useActivities(type)
  const nameOf = (activity: Activity) => types.find(({ id }) => id === activity.type)?.name
  return (
    <>
      <header className={`bar ${css.bar}`}>
        <h1>优惠活动</h1>
        <div className="end">
          <ServiceLink />
        </div>
      </header>
      <main>
        <div className={css.types}>
          <Tabs
            label="活动类型"
            tabs={[
              { key: allTypes, label: '全部' },
              ...types.map(({ id, name }) => ({ key: String(id), label: name })),
            ]}
            value={type}
            onChange={setType}
          />
        </div>
        <div className="page">
          <Tournaments />
          <InfiniteList list={list} skeleton={<Coming />} empty={<Nothing />} end="END">
            {rows => (
              <div className="stack">
                {rows.map((row, i) => (
                  <Item key={row.id} activity={row} kind={nameOf(row)} soon={i < 2} />
                ))}
              </div>
            )}
          </InfiniteList>
        </div>
      </main>
    </>
  )
}

const Item = ({
  activity,
  kind,
  soon,
}: {
  activity: Activity
  kind: string | undefined
  soon: boolean
}) => (
  <a className={`card ${css.item}`} href={href('/activityInfo', { id: String(activity.id) })}>
    <img
      src={activity.banner}
      width={716}
      height={313}
      alt=""
      loading={soon ? 'eager' : 'lazy'}
      decoding="async"
    />
    <span className={css.cap}>
      <span>
        <b className="t-15">{activity.title}</b>
        <br />
        <span className="t-12 faint">
          {spanOf(activity)}
          {kind && <>&ensp;·&ensp;{kind}</>}
          {standingOf(activity).again && (
            <>
              <br />
              {standingOf(activity).again}
            </>
          )}
        </span>
      </span>
      <Use activity={activity} />
    </span>
    {activity.terms.length > 0 && (
      <span className={`${css.terms} t-12 muted`}>{activity.terms.join('；')}。</span>
    )}
  </a>
)

/** Whether it can be applied for now. */
function Use({ activity }: { activity: Activity }) {
  const { use } = standingOf(activity)
  if (activity.apply === 0) return <Tag kind="jade">进行中</Tag>
  return use === 'open' ? <Tag kind="brand">{activityUse.open}</Tag> : <Tag>{activityUse[use]}</Tag>
}

const Nothing = () => (
  <Empty
    next={
      <ButtonLink kind="tonal" size={44} href={href('/')}>
        去首页看看
      </ButtonLink>
    }
  >
    新的优惠会出现在这里
  </Empty>
)

const Coming = () => (
  <div className="stack" aria-busy="true" aria-label="加载中">
    {Array.from({ length: 3 }, (_, i) => (
      <div key={i} className={`card ${css.item}`}>
        <i className={`skel ${css.pic}`} />
        <span className={css.cap}>
          <span>
            <Skeleton width="64%" height="16px" />
          </span>
        </span>
      </div>
    ))}
  </div>
)
