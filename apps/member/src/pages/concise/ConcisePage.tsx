import { useState } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { RoundsLeft } from '../../app/games/RoundsLeft.tsx'
import { useQueryOf } from '../../app/routes/router.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Money } from '../../ui/Money.tsx'
import { EndLine, Skeleton } from '../../ui/states.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { openSlot, slotTabs, usePools, useSlots, type SlotTab } from './useSlots.ts'
import css from './concise.module.css'

/** The slots of four venues. The page is kept; an address with another type opens that tab. */
export default function ConcisePage() {
  const { type } = useQueryOf('/concise')
  const [{ asked, tab }, setTab] = useState({ asked: type, tab: type })
  if (asked !== type) setTab({ asked: type, tab: type })
  return (
    <main>
      <div className={css.types}>
        <Segment
          label="平台"
          tabs={slotTabs}
          value={tab}
          onChange={next => setTab({ asked: type, tab: next })}
        />
      </div>
      <div className="page">
        <Slots key={tab} tab={tab} />
      </div>
    </main>
  )
}

function Slots({ tab }: { tab: SlotTab }) {
  const slots = useSlots(tab)
  const pools = usePools()
  const { data } = slots
  if (!data) return slots.isError ? <FailedAnswer of={slots} /> : <Coming />
  if (data.length === 0) return <Empty>该平台暂无游戏，敬请期待</Empty>
  return (
    <>
      <div className={css.grid}>
        {data.map((slot, i) => (
          <button
            key={`${slot.catecode}/${slot.gamecode}`}
            type="button"
            className={css.tile}
            onClick={() => openSlot(slot)}
          >
            <img
              src={slot.gamepic}
              width={348}
              height={232}
              alt=""
              loading={i < 6 ? 'eager' : 'lazy'}
              decoding="async"
            />
            <span className={css.badges}>
              <RoundsLeft game={{ platform_name: slot.catecode, game_code: slot.gamecode }} />
              <Pool yuan={pools.get(`${slot.catecode}/${slot.gamecode}`)} />
            </span>
            <b>{slot.gamename}</b>
          </button>
        ))}
      </div>
      <EndLine />
    </>
  )
}

/** What the jackpot of a game stands at; nothing for most games. */
const Pool = ({ yuan }: { yuan: number | undefined }) =>
  yuan !== undefined && (
    <span className={css.pool}>
      奖池 <Money yuan={yuan} />
    </span>
  )

const Coming = () => (
  <div className={css.grid} aria-busy="true" aria-label="加载中">
    {Array.from({ length: 6 }, (_, i) => (
      <div key={i} className={css.tile}>
        <i className={`skel ${css.pic}`} />
        <b>
          <Skeleton width="56%" height="16px" />
        </b>
      </div>
    ))}
  </div>
)
