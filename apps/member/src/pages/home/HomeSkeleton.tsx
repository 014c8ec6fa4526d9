import { Skeleton } from '../../ui/states.tsx'
import css from './home.module.css'

export const TileSkeleton = () => (
  <div className={css.tile}>
    <span className={css.pic} />
    <span className={`${css.cap} ${css.bars}`}>
      <Skeleton width="56%" height="16px" />
      <Skeleton width="80%" height="12px" />
    </span>
  </div>
)

/** Home while its banners are on their way, in the shape of what comes. */
export const HomeSkeleton = () => (
  <section aria-busy="true" aria-label="加载中">
    <div className={css.hero}>
      <Skeleton height="100%" radius={16} />
    </div>
    <div className={css.notice}>
      <Skeleton width="60%" height="12px" />
    </div>
    <div className={`card ${css.account}`}>
      <Skeleton width="112px" height="44px" />
    </div>
    <div className={css.rail}>
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} width="48px" height="64px" radius={14} />
      ))}
    </div>
    <div className={css.head}>
      <Skeleton width="72px" height="24px" />
    </div>
    <div className={css.grid}>
      <TileSkeleton />
      <TileSkeleton />
      <TileSkeleton />
      <TileSkeleton />
    </div>
  </section>
)
