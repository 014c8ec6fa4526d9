import { useEffect, useRef } from 'react'
import { groupThousands } from '@tianping/money'
import { useUndrawn } from '../../app/afterPaint.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import { moveAlong } from '../../ui/Tabs.tsx'
import { isReached, tierOf } from './tiers.ts'
import type { Level } from './useVip.ts'
import css from './vip.module.css'

type Props = {
  levels: readonly Level[]
  vip: number | undefined
  chosen: number
  onChoose: (vip: number) => void
}

/** A card per level that slides, and the ten levels as tabs below it. */
export function Levels({ levels, vip, chosen, onChoose }: Props) {
  const at = Math.max(
    0,
    levels.findIndex(level => level.vip === chosen),
  )
  const undrawn = useUndrawn<HTMLDivElement>()
  const tabs = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = tabs.current
    const tab = list?.children[at] as HTMLElement | undefined
    if (list && tab)
      list.scrollTo({ left: tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2 })
  }, [at])
  return (
    <>
      <div {...undrawn} className={css.cards}>
        <Carousel
          row
          label="等级卡"
          slides={levels.map(level => ({
            key: String(level.vip),
            className: `vault vault--gold ${css.slide} ${css[tierOf(level.vip)]}`,
            content: <LevelCard level={level} reached={isReached(vip, level.vip)} />,
          }))}
          at={at}
          onChange={next => onChoose(levels[next]?.vip ?? chosen)}
        />
      </div>
      <div ref={tabs} className={css.levels} role="tablist" aria-label="等级" onKeyDown={moveAlong}>
        {levels.map(level => (
          <button
            key={level.vip}
            type="button"
            role="tab"
            id={`level-${level.vip}`}
            aria-selected={level.vip === chosen}
            tabIndex={level.vip === chosen ? 0 : -1}
            onClick={() => onChoose(level.vip)}
          >
            <img src={`/art/vip-${level.vip}.webp`} width={44} height={44} alt="" />
            {level.vipname}
          </button>
        ))}
      </div>
    </>
  )
}

const LevelCard = ({ level, reached }: { level: Level; reached: boolean }) => (
  <>
    <div>
      <p className={css.name}>
        <b>{level.vipname}</b>
        <span className={reached ? `tag ${css.reached}` : `tag ${css.missed}`}>
          {reached ? '已达标' : '未达标'}
        </span>
      </p>
      <dl>
        <div>
          <dt>累计存款</dt>
          <dd>¥{groupThousands(String(level.recharge))}</dd>
        </div>
        <div>
          <dt>流水要求</dt>
          <dd>¥{groupThousands(String(level.flow))}</dd>
        </div>
      </dl>
    </div>
    <img src={`/art/vip-${level.vip}.webp`} width={96} height={96} alt="" />
  </>
)
