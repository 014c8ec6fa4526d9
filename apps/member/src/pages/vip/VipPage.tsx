import { useState } from 'react'
import { useUser } from '../../app/account.ts'
import { useUndrawn } from '../../app/afterPaint.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { Goals, GoalsSkeleton } from './Goals.tsx'
import { History } from './History.tsx'
import { Levels } from './Levels.tsx'
import { RebateTable } from './RebateTable.tsx'
import { Rules } from './Rules.tsx'
import { VipSkeleton } from './VipSkeleton.tsx'
import { firstLevel } from './tiers.ts'
import { useLevels, useProgress, type Level } from './useVip.ts'
import css from './vip.module.css'

/**
 * The ten levels: what each asks and gives, and what the member still lacks. It appears when the
 * levels are there.
 */
export default function VipPage() {
  const levels = useLevels()
  const progress = useProgress()
  const vip = useUser()?.vip
  const [chosen, setChosen] = useState<number | null>(null)
  if (!levels.data) {
    return (
      <main className="page">
        {levels.isError ? <FailedAnswer of={levels} /> : <VipSkeleton />}
      </main>
    )
  }
  return (
    <main className="page stack">
      <Levels
        levels={levels.data}
        vip={vip}
        chosen={chosen ?? firstLevel(vip)}
        onChoose={setChosen}
      />
      {progress.isLoading ? (
        // What stands below waits: nothing on the screen is ever pushed away.
        <GoalsSkeleton />
      ) : (
        <>
          <Goals />
          <Below levels={levels.data} vip={vip} />
        </>
      )}
    </main>
  )
}

function Below({ levels, vip }: { levels: readonly Level[]; vip: number | undefined }) {
  const undrawn = useUndrawn<HTMLDivElement>()
  return (
    <div className={`stack ${css.later}`} {...undrawn}>
      <RebateTable levels={levels} vip={vip} />
      <History />
      <Rules />
    </div>
  )
}
