import { useEffect } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Awaited } from '../FailedAnswer.tsx'
import { go } from '../routes/navigation.ts'
import { askPlaces, placeNote, placesOf } from './places.ts'
import { RecallProgress } from './RecallProgress.tsx'
import { Share } from './Share.tsx'
import { useRecall } from './useRecall.ts'
import { awayOf, useWhere, type Place, type Where } from './where.ts'
import css from './where.module.css'

type Props = { open: boolean; onClose: () => void }

/** The total opened: what is where, and the way to bring it back. The venues are asked anew. */
export function WhereSheet({ open, onClose }: Props) {
  const answer = useWhere({ enabled: open })
  const { data } = answer
  const recall = useRecall()
  useEffect(() => {
    if (open) void askPlaces()
  }, [open])
  const { places } = placesOf(data)
  return (
    <Sheet open={open} title="总资产" onClose={onClose}>
      {data ? <Figures where={data} /> : <Awaited of={answer} rows={4} />}
      {data && recall.progress && (
        <RecallProgress progress={recall.progress} onRetry={recall.run} />
      )}
      {data && !recall.progress && <Places where={data} />}
      <div className={css.acts}>
        <Button kind="quiet" size={44} onClick={() => go('/money')}>
          打开钱包
        </Button>
        <Button
          size={44}
          icon="recycle"
          busy={recall.busy}
          disabled={!places.some(place => place.balance > 0)}
          onClick={recall.run}
        >
          全部回收
        </Button>
      </div>
    </Sheet>
  )
}

const Figures = ({ where }: { where: Where }) => (
  <>
    <p className={css.top}>
      <Money yuan={where.total} size={28} />
      <span className="t-13 muted">{where.at.slice(11)} 更新</span>
    </p>
    <Share central={where.central} away={awayOf(where)} />
  </>
)

function Places({ where }: { where: Where }) {
  const { places, empty } = placesOf(where)
  return (
    <div className={css.places}>
      <div className={css.place}>
        <span className={css.mark}>
          <Icon name="wallet" size={20} />
        </span>
        <span className={css.name}>
          中心钱包
          <span className="t-13 muted">
            {where.held > 0 ? `另有取款中 ¥${yuanText(where.held)}` : '可玩，可取'}
          </span>
        </span>
        <Money yuan={where.central} size={17} />
      </div>
      {places.map(place => (
        <PlaceRow key={place.platname} place={place} now={where.at} />
      ))}
      <p className="note">
        {empty > 0 && `另 ${empty} 个场馆没有余额。`}
        {where.open_stakes > 0 && `未结注单 ¥${yuanText(where.open_stakes)} 另计，不在总资产内。`}
      </p>
    </div>
  )
}

function PlaceRow({ place, now }: { place: Place; now: string }) {
  const note = placeNote(place, now)
  return (
    <div className={css.place}>
      <img src={place.ico} width={36} height={36} alt="" />
      <span className={css.name}>
        <span className="cut">{place.name}</span>
        {note && <span className="t-13 muted">{note}</span>}
      </span>
      <Money yuan={place.moving ? place.moving.amount : place.balance} size={17} />
    </div>
  )
}
