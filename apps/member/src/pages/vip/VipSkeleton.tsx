import { Skeleton, SkeletonRows } from '../../ui/states.tsx'
import css from './vip.module.css'

export const VipSkeleton = () => (
  <div className="stack" aria-busy="true">
    <Skeleton height="168px" radius={16} />
    <div className={css.dots}>
      {Array.from({ length: 5 }, (_, i) => (
        <Skeleton key={i} width="44px" height="64px" radius={12} />
      ))}
    </div>
    <SkeletonRows rows={6} />
  </div>
)
